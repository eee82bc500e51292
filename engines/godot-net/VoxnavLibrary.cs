using System;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using Godot;

namespace Voxnav.Godot
{
    /// <summary>Finds the shared library: in <c>res://addons/voxnav/bin/OS-ARCHITECTURE</c>, and in an exported game beside
    /// the program. Elsewhere the runtime looks for it as it does for others.</summary>
    public static class VoxnavLibrary
    {
        static bool isSet;

        /// <summary>Has the runtime look for the library there; once, before the first call.</summary>
        public static void Find()
        {
            if (!isSet)
            {
                isSet = true;
                NativeLibrary.SetDllImportResolver(typeof(Navigator).Assembly, Resolve);
            }
        }

        static IntPtr Resolve(string name, Assembly assembly, DllImportSearchPath? paths)
        {
            IntPtr library;
            if (name == "voxnav")
            {
                foreach (var place in Places())
                {
                    if (File.Exists(place) && NativeLibrary.TryLoad(place, out library))
                    {
                        return library;
                    }
                }
            }
            return IntPtr.Zero;
        }

        /// <summary>Returns where the library may be.</summary>
        public static string[] Places()
        {
            var system = RuntimeInformation.IsOSPlatform(OSPlatform.Windows) ? "windows"
                : RuntimeInformation.IsOSPlatform(OSPlatform.OSX) ? "macos" : "linux";
            var machine = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? "arm64" : "x86_64";
            var file = system == "windows" ? "voxnav.dll" : system == "macos" ? "libvoxnav.dylib" : "libvoxnav.so";
            var part = "addons/voxnav/bin/" + system + "-" + machine + "/" + file;
            var program = Path.GetDirectoryName(OS.GetExecutablePath()) ?? "";
            return new[]
            {
                ProjectSettings.GlobalizePath("res://" + part), Path.Combine(program, part), Path.Combine(program, file)
            };
        }
    }
}
