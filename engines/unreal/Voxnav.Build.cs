// The C interface of voxnav as a module without sources: a module that uses it adds "Voxnav" to its dependencies and
// includes voxnav.h, or voxnav.hpp, which has errors as values where exceptions are off.
using System.IO;
using UnrealBuildTool;

public class Voxnav : ModuleRules
{
    public Voxnav(ReadOnlyTargetRules Target) : base(Target)
    {
        Type = ModuleType.External;
        PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "include"));
        string lib = Path.Combine(ModuleDirectory, "lib");
        if (Target.Platform == UnrealTargetPlatform.Win64)
        {
            // Under the names that Rust gives them: the import library names the other. That is loaded with the first call.
            PublicAdditionalLibraries.Add(Path.Combine(lib, "Win64", "voxnav_capi.dll.lib"));
            PublicDelayLoadDLLs.Add("voxnav_capi.dll");
            RuntimeDependencies.Add("$(BinaryOutputDir)/voxnav_capi.dll", Path.Combine(lib, "Win64", "voxnav_capi.dll"));
        }
        else if (Target.Platform == UnrealTargetPlatform.Mac)
        {
            string library = Path.Combine(lib, "Mac", "libvoxnav.dylib");
            PublicAdditionalLibraries.Add(library);
            RuntimeDependencies.Add(library);
        }
        else if (Target.Platform == UnrealTargetPlatform.Linux)
        {
            string library = Path.Combine(lib, "Linux", "libvoxnav.so");
            PublicAdditionalLibraries.Add(library);
            RuntimeDependencies.Add(library);
        }
    }
}
