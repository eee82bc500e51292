using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>Functions of the caller's that the library calls; what they throw waits until its call is back.</summary>
    sealed unsafe class Called
    {
        internal Func<Cell, bool> Accepts;
        internal Func<Cell, double> Estimate;
        internal Func<Cell, Cell, double> Between;
        readonly GCHandle self;
        ExceptionDispatchInfo thrown;

        internal Called()
        {
            // Weak: who passes it to the library holds it.
            self = GCHandle.Alloc(this, GCHandleType.Weak);
        }

        ~Called()
        {
            self.Free();
        }

        /// <summary>The pointer that the library calls back with.</summary>
        internal void* User { get { return (void*)GCHandle.ToIntPtr(self); } }

        /// <summary>Throws what a function threw.</summary>
        internal void Rethrow()
        {
            GC.KeepAlive(this);
            if (thrown != null)
            {
                var first = thrown;
                thrown = null;
                first.Throw();
            }
        }

        /// <summary>Returns the functions of a pointer; null for those that threw, or that nobody holds anymore.</summary>
        static Called Of(void* user)
        {
            var called = (Called)GCHandle.FromIntPtr((IntPtr)user).Target;
            return called == null || called.thrown != null ? null : called;
        }

        void Threw(Exception exception)
        {
            thrown = ExceptionDispatchInfo.Capture(exception);
        }

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        delegate int OfCell(void* user, Cell cell);

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        delegate double LengthOfCell(void* user, Cell cell);

        static readonly OfCell AcceptsCall = CallAccepts;
        static readonly LengthOfCell EstimateCall = CallEstimate;
        internal static readonly Native.voxnav_view_guide_function_delegate Guiding = CallBetween;

        internal static void* Accepting { get { return (void*)Marshal.GetFunctionPointerForDelegate(AcceptsCall); } }
        internal static void* Estimating { get { return (void*)Marshal.GetFunctionPointerForDelegate(EstimateCall); } }

        [MonoPInvokeCallback(typeof(OfCell))]
        static int CallAccepts(void* user, Cell cell)
        {
            var called = Of(user);
            try
            {
                return called == null || called.Accepts(cell) ? 1 : 0;
            }
            catch (Exception exception)
            {
                // The search is over with the first cell that is accepted.
                called.Threw(exception);
                return 1;
            }
        }

        [MonoPInvokeCallback(typeof(LengthOfCell))]
        static double CallEstimate(void* user, Cell cell)
        {
            var called = Of(user);
            try
            {
                return called == null ? 0 : called.Estimate(cell);
            }
            catch (Exception exception)
            {
                called.Threw(exception);
                return 0;
            }
        }

        [MonoPInvokeCallback(typeof(Native.voxnav_view_guide_function_delegate))]
        static double CallBetween(void* user, Cell from, Cell to)
        {
            var called = Of(user);
            try
            {
                return called == null ? 0 : called.Between(from, to);
            }
            catch (Exception exception)
            {
                called.Threw(exception);
                return 0;
            }
        }
    }

    /// <summary>Tells compilers ahead of time, such as Unity's, that native code calls a method.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type) { }
    }
}
