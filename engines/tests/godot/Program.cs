using System;
using Godot;
using Voxnav.Godot;

/// <summary>Runs the tests, with the library where the add-on has it.</summary>
static class Program
{
    static int Main()
    {
        ProjectSettings.Folder = Environment.GetEnvironmentVariable("VOXNAV_GODOT");
        VoxnavLibrary.Find();
        return Runner.Run(typeof(Nodes));
    }
}
