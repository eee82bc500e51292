using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Voxnav
{
    /// <summary>An object of the library. It is freed by <c>Dispose</c>, or with the last reference to it.</summary>
    /// <remarks>A call with an object that was disposed throws <see cref="ObjectDisposedException"/>; a call that the
    /// library refuses throws <see cref="VoxnavException"/> with its message. Objects may be used from any thread: calls
    /// with one object take turns, but for those that only read.</remarks>
    public abstract unsafe class Handle : SafeHandle
    {
        // Numbers of 64 bits on every platform, which the pointer of a SafeHandle is not.
        ulong number;

        internal Handle(ulong number) : base((IntPtr)1, true)
        {
            this.number = number;
        }

        /// <summary>True for an object that holds nothing yet, such as a <see cref="Route"/> to be filled.</summary>
        public override bool IsInvalid { get { return number == 0; } }

        /// <summary>The number that the C interface knows the object by, for functions that are not here.</summary>
        public ulong Number
        {
            get
            {
                if (IsClosed)
                {
                    throw new ObjectDisposedException(GetType().Name);
                }
                return number;
            }
        }

        /// <summary>Takes the object that the library wrote, for one that it freed or that took its place.</summary>
        internal void Hold(ulong written)
        {
            number = written;
        }

        /// <summary>Throws what is an error, and returns what is not; the object lives at least until then.</summary>
        internal Status Checked(Status status)
        {
            GC.KeepAlive(this);
            return VoxnavException.Checked(status);
        }

        /// <summary>As above, for a call that another object was passed to.</summary>
        internal Status Checked(Status status, object other)
        {
            GC.KeepAlive(other);
            return Checked(status);
        }

        /// <summary>A function of the library that writes a list, of the part of the object with a number.</summary>
        internal delegate Status Writes(ulong handle, ulong part, void* buffer, UIntPtr room, UIntPtr* count);

        /// <summary>Writes a list as far as there is room, and returns how long it is.</summary>
        internal int Filled<T>(Span<T> into, Writes write, ulong part = 0) where T : struct
        {
            var count = UIntPtr.Zero;
            fixed (byte* buffer = &MemoryMarshal.GetReference(MemoryMarshal.AsBytes(into)))
            {
                Checked(write(Number, part, buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Returns a list.</summary>
        internal T[] All<T>(Writes write, ulong part = 0) where T : struct
        {
            var all = new T[Filled(Span<T>.Empty, write, part)];
            Filled<T>(all, write, part);
            return all;
        }

        /// <summary>Frees the object.</summary>
        protected override bool ReleaseHandle()
        {
            // An agent may be gone with its navigator, which is no failure.
            Native.voxnav_free(number);
            return true;
        }
    }

    /// <summary>Bytes that the library wrote.</summary>
    sealed unsafe class Bytes : Handle
    {
        Bytes(ulong number) : base(number)
        {
        }

        /// <summary>Returns all of the bytes under a number, and frees them.</summary>
        internal static byte[] Taken(ulong number)
        {
            using (var bytes = new Bytes(number))
            {
                return bytes.All<byte>(WritesBytes);
            }
        }

        static readonly Writes WritesBytes = (handle, _, buffer, room, count) =>
            Native.voxnav_bytes_read(handle, (byte*)buffer, room, count);
    }

    /// <summary>An error of the library, with its message.</summary>
    public sealed class VoxnavException : Exception
    {
        internal VoxnavException(Status status, string message) : base(message)
        {
            Status = status;
        }

        /// <summary>The kind of the error.</summary>
        public Status Status { get; }

        internal static Status Checked(Status status)
        {
            if (status < 0)
            {
                throw Last(status);
            }
            return status;
        }

        static unsafe VoxnavException Last(Status status)
        {
            return new VoxnavException(status, Text.Of(Native.voxnav_last_error()));
        }
    }

    /// <summary>Facts about the library itself.</summary>
    public static unsafe class Library
    {
        /// <summary>The version of the library, such as "0.1.0".</summary>
        public static string Version { get { return Text.Of(Native.voxnav_version()); } }

        /// <summary>True where the library has the binary interface that these sources were written for.</summary>
        public static bool IsCompatible { get { return Native.voxnav_abi_version() == Native.VOXNAV_ABI_VERSION; } }

        /// <summary>The number of objects that were made and not freed, in the whole process.</summary>
        public static long LiveObjects
        {
            get
            {
                ulong count;
                VoxnavException.Checked(Native.voxnav_live_objects(&count));
                return (long)count;
            }
        }

        /// <summary>Frees the search memory that the calling thread keeps for its next search.</summary>
        public static void ReleaseMemory()
        {
            VoxnavException.Checked(Native.voxnav_release_memory());
        }

        /// <summary>Returns the name of a status, such as "found".</summary>
        public static string Name(Status status)
        {
            return Text.Of(Native.voxnav_status_name((int)status));
        }
    }

    /// <summary>Texts as the library takes and gives them: UTF-8 with a zero at the end.</summary>
    static unsafe class Text
    {
        internal static string Of(byte* text)
        {
            var length = 0;
            while (text[length] != 0)
            {
                length++;
            }
            return Encoding.UTF8.GetString(text, length);
        }

        /// <summary>Returns the text in bytes that end with a zero.</summary>
        internal static string Of(byte[] zeroed)
        {
            return Encoding.UTF8.GetString(zeroed, 0, zeroed.Length - 1);
        }

        internal static byte[] Zeroed(string text, string name)
        {
            if (text == null)
            {
                throw new ArgumentNullException(name);
            }
            if (text.IndexOf('\0') >= 0)
            {
                throw new ArgumentException("the text has a zero in it", name);
            }
            return Encoding.UTF8.GetBytes(text + "\0");
        }
    }

    /// <summary>Checks of arguments.</summary>
    static class Given
    {
        internal static ulong Part(int number, string name)
        {
            if (number < 0)
            {
                throw new ArgumentOutOfRangeException(name);
            }
            return (ulong)number;
        }

        internal static T Object<T>(T value, string name) where T : class
        {
            if (value == null)
            {
                throw new ArgumentNullException(name);
            }
            return value;
        }
    }
}
