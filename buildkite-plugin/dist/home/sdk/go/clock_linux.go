package perigee

import (
	"syscall"
	"time"
	"unsafe"
)

// now reads the monotonic clock past package time, whose clock testing/synctest fakes.
func now() time.Duration {
	const monotonic = 1
	var read syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, monotonic, uintptr(unsafe.Pointer(&read)), 0)
	return time.Duration(read.Nano())
}
