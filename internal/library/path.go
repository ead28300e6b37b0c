package library

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"sonora/internal/music"
)

// joinPath joins a folder and a name without cleaning them, because names are
// kept exactly as on disk.
func joinPath(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// splitPath is the reverse of joinPath.
func splitPath(path string) (folder, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path
	}
	return path[:i], path[i+1:]
}

// within reports whether folder is parent or below it.
func within(parent, folder string) bool {
	return parent == "" || folder == parent || strings.HasPrefix(folder, parent) && folder[len(parent)] == '/'
}

// errorMessages are the frequent failures in words that can be translated.
var errorMessages = []struct {
	is   error
	says music.Message
}{
	{errEmptyRoot, music.Say("the folder is empty but contained tracks before; its disk may not be mounted")},
	{errStopped, music.Say("it stopped answering")},
	{fs.ErrPermission, music.Say("permission denied")},
	{fs.ErrNotExist, music.Say("no such file or directory")},
	{syscall.EIO, music.Say("the disk reports an error")},
	{syscall.ESTALE, music.Say("the network folder has changed; mount it again")},
}

// reason returns an argument for a message: what failed, in the operating
// system's words if there are no others, without the path.
func reason(err error) any {
	for _, m := range errorMessages {
		if errors.Is(err, m.is) {
			return m.says
		}
	}
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err.Error()
	}
	return err.Error()
}
