/// <summary>Runs the tests.</summary>
static class Program
{
    static int Main()
    {
        return Runner.Run(typeof(Components));
    }
}
