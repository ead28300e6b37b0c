package library

import (
	"errors"
	"io/fs"
	"strings"
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

// reason returns the operating system's message for a failure, without the
// path.
func reason(err error) string {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err.Error()
	}
	return err.Error()
}
