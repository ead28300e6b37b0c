package things

import (
	"encoding/base64"
	"strconv"
	"strings"

	"sonora/internal/music"
)

// ParseFolder parses the ID of a folder.
func ParseFolder(id string) (music.FolderRef, bool) {
	b, err := base64.RawURLEncoding.DecodeString(id)
	root, below, ok := strings.Cut(string(b), "/")
	n, wrong := strconv.ParseInt(root, 10, 64)
	if err != nil || wrong != nil || !ok || strings.ContainsRune(below, 0) {
		return music.FolderRef{Root: -1}, false
	}
	return music.FolderRef{Root: n, Path: below}, true
}
