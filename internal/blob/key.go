package blob

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

const maxKey = 4096 // bytes; some stores take less

// tempPrefix begins the names of files on their way into a folder store. No
// key may name one.
const tempPrefix = ".sonora-part-"

// CheckKey returns an fs.ErrInvalid for what is no key: an empty or absolute
// path, one with empty, «.» or «..» parts, with a NUL, or too long.
func CheckKey(key string) error {
	if key == "" || len(key) > maxKey || strings.IndexByte(key, 0) >= 0 {
		return fmt.Errorf("key %q: %w", key, fs.ErrInvalid)
	}
	for part := range strings.SplitSeq(key, "/") {
		if part == "" || part == "." || part == ".." {
			return fmt.Errorf("key %q: %w", key, fs.ErrInvalid)
		}
	}
	// Where the system has other separators, they are none in a key.
	if !filepath.IsLocal(filepath.FromSlash(key)) || strings.HasPrefix(path.Base(key), tempPrefix) {
		return fmt.Errorf("key %q: %w", key, fs.ErrInvalid)
	}
	return nil
}
