package ffmpeg

import (
	"os"
	"syscall"
)

// Isolation is how far the kernel isolates ffmpeg from the network, in addition
// to ffmpeg's own protocol whitelist.
type Isolation int

const (
	NoIsolation   Isolation = iota // the kernel does not allow it; only the whitelist protects
	UserIsolation                  // no network, by a separate user namespace
	FullIsolation                  // no network
)

// attributes returns the attributes for starting a process.
func (i Isolation) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	switch i {
	case NoIsolation:
	case FullIsolation:
		a.Cloneflags = syscall.CLONE_NEWNET
	case UserIsolation:
		a.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	return a
}
