using System;
using System.Reflection;

/// <summary>Runs tests: every public static method without parameters of some classes.</summary>
static class Runner
{
    internal static int Run(params Type[] classes)
    {
        int ran = 0, failed = 0;
        foreach (var type in classes)
        {
            foreach (var test in type.GetMethods(BindingFlags.Public | BindingFlags.Static))
            {
                ran++;
                try
                {
                    test.Invoke(null, null);
                    Check.NothingIsLeft();
                }
                catch (Exception exception)
                {
                    failed++;
                    Console.WriteLine("FAILED {0}.{1}: {2}", type.Name, test.Name,
                        (exception as TargetInvocationException)?.InnerException ?? exception);
                }
            }
        }
        Console.WriteLine("{0} tests ran on {1}, {2} failed.", ran,
            Type.GetType("Mono.Runtime") == null ? "CoreCLR" : "mono", failed);
        return failed == 0 && ran > 0 ? 0 : 1;
    }
}

/// <summary>What tests assert.</summary>
static class Check
{
    internal static void That(bool holds, string what)
    {
        if (!holds)
        {
            throw new Exception("it does not hold that " + what);
        }
    }

    internal static void Equal<T>(T expected, T found)
    {
        That(Equals(expected, found), string.Format("{0} is {1}", found, expected));
    }

    internal static T Throws<T>(Action action, string message = "") where T : Exception
    {
        try
        {
            action();
        }
        catch (T exception)
        {
            That(exception.Message.Contains(message), "\"" + exception.Message + "\" contains \"" + message + "\"");
            return exception;
        }
        throw new Exception("nothing was thrown where a " + typeof(T).Name + " was expected");
    }

    internal static void Refused(Voxnav.Status status, Action action, string message = "")
    {
        Equal(status, Throws<Voxnav.VoxnavException>(action, message).Status);
    }

    /// <summary>Asserts that every object was freed, by those who made it or with the last reference to it.</summary>
    internal static void NothingIsLeft()
    {
        for (var round = 0; round < 20 && Voxnav.Library.LiveObjects != 0; round++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        // The stack of a runtime that scans it conservatively may keep a few alive.
        That(Voxnav.Library.LiveObjects <= 30, Voxnav.Library.LiveObjects + " objects are none");
    }
}
