using System;
using System.IO;
using UnrealBuildTool;

/// <summary>Holds the module of Unreal to its folder. It is alone, since its class has the name of a namespace of the other
/// tests.</summary>
static class Module
{
    static int Main()
    {
        var linux = Made(UnrealTargetPlatform.Linux);
        var holds = linux.Type == ModuleRules.ModuleType.External
            && File.Exists(Path.Combine(linux.PublicSystemIncludePaths[0], "voxnav.h"))
            && File.Exists(linux.PublicAdditionalLibraries[0])
            && File.Exists(linux.RuntimeDependencies.Sources[0]);
        foreach (UnrealTargetPlatform platform in Enum.GetValues(typeof(UnrealTargetPlatform)))
        {
            holds = holds && Made(platform).PublicAdditionalLibraries.Count == 1
                && Made(platform).RuntimeDependencies.Sources.Count == 1;
        }
        Console.WriteLine(holds ? "the module for Unreal names what is in its folder" : "FAILED: the module for Unreal");
        return holds ? 0 : 1;
    }

    static ModuleRules Made(UnrealTargetPlatform platform)
    {
        var folder = Environment.GetEnvironmentVariable("VOXNAV_UNREAL");
        return new Voxnav(new ReadOnlyTargetRules { Platform = platform, Directory = folder });
    }
}
