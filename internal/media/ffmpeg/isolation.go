package ffmpeg

import (
	"os"
	"syscall"
)

// Isolation says how far ffmpeg is kept from the network, beside being told
// not to use it.
type Isolation int

const (
	NoIsolation   Isolation = iota // the kernel forbids it; only the protocol whitelist is left
	UserIsolation                  // no network, in a user namespace of its own
	FullIsolation                  // no network
)

func (i Isolation) String() string {
	switch i {
	case FullIsolation:
		return "without network"
	case UserIsolation:
		return "without network, in a user namespace"
	default:
		return "not cut off from the network"
	}
}

// attributes are how a process is started.
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
