/// <summary>Runs the tests, or writes the answers that are compared with those of C.</summary>
static class Program
{
    static int Main(string[] arguments)
    {
        if (arguments.Length > 0 && arguments[0] == "answers")
        {
            Answers.Write();
            return 0;
        }
        return Runner.Run(
            typeof(Guide), typeof(Routes), typeof(Crowds), typeof(Together), typeof(Misuse), typeof(Frames));
    }
}
