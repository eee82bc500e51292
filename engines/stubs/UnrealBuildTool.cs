// The signatures of Unreal's build tool that Voxnav.Build.cs uses, from its manual. No part of the folder.
using System.Collections.Generic;

namespace UnrealBuildTool
{
    public enum UnrealTargetPlatform { Win64, Mac, Linux }

    public sealed class ReadOnlyTargetRules { public UnrealTargetPlatform Platform; public string Directory; }

    public sealed class RuntimeDependencyList
    {
        public readonly List<string> Sources = new List<string>();
        public void Add(string path) { Sources.Add(path); }
        public void Add(string path, string source) { Sources.Add(source); }
    }

    public class ModuleRules
    {
        public enum ModuleType { CPlusPlus, External }
        public ModuleType Type;
        public readonly List<string> PublicSystemIncludePaths = new List<string>();
        public readonly List<string> PublicAdditionalLibraries = new List<string>();
        public readonly List<string> PublicDelayLoadDLLs = new List<string>();
        public readonly RuntimeDependencyList RuntimeDependencies = new RuntimeDependencyList();
        readonly string directory;
        public ModuleRules(ReadOnlyTargetRules target) { directory = target.Directory; }
        public string ModuleDirectory { get { return directory; } }
    }
}
