package blob

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

const maxKey = 4096 // bytes; some stores accept less

// tempPrefix begins the names of temporary files in a folder store. No key may
// have it.
const tempPrefix = ".sonora-part-"

// CheckKey returns fs.ErrInvalid unless key is valid: a non-empty relative path
// without empty, "." or ".." parts and without NUL, at most maxKey bytes long.
func CheckKey(key string) error {
	if key == "" || len(key) > maxKey || strings.IndexByte(key, 0) >= 0 {
		return fmt.Errorf("key %q: %w", key, fs.ErrInvalid)
	}
	for part := range strings.SplitSeq(key, "/") {
		if part == "" || part == "." || part == ".." {
			return fmt.Errorf("key %q: %w", key, fs.ErrInvalid)
		}
	}
	// Other path separators of the operating system are not separators in a
	// key.
	if !filepath.IsLocal(filepath.FromSlash(key)) || strings.HasPrefix(path.Base(key), tempPrefix) {
		return fmt.Errorf("key %q: %w", key, fs.ErrInvalid)
	}
	return nil
}
