package library

import (
	"context"
	"encoding/binary"
	"path"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"sonora/internal/music"
)

// folderCover is the picture file of a folder. It is read when the first track
// needs it.
type folderCover struct {
	folder string // folder of the picture files
	files  []file // candidates, best first
	once   sync.Once
	source *music.CoverSource
}

// coverOf returns the picture files for a folder: its own, or those of the
// album folder above it if it is one disc of several.
func (t *tree) coverOf(f *folder) *folderCover {
	if len(f.covers) > 0 || !isDiscFolder(f.path) {
		return &folderCover{folder: f.path, files: f.covers}
	}
	album, _ := splitPath(f.path)
	if parent := t.folders[album]; parent != nil {
		return &folderCover{folder: album, files: parent.covers}
	}
	return &folderCover{}
}

// load returns the first candidate that is a picture, or nil if none is.
func (c *folderCover) load(ctx context.Context, s shelf) *music.CoverSource {
	c.once.Do(func() {
		for _, f := range c.files {
			picture, err := s.picture(ctx, joinPath(c.folder, f.name))
			if err == nil {
				c.source = &music.CoverSource{Picture: *picture, Folder: c.folder, Name: f.name}
				return
			}
		}
	})
	return c.source
}

// isDiscFolder reports whether a folder is named like one disc of an album,
// such as CD1, "Disc 2" or disk-03.
func isDiscFolder(folder string) bool {
	_, name := splitPath(folder)
	name = strings.ToLower(name)
	for _, word := range []string{"cd", "disc", "disk", "dvd", "vinyl", "lp", "volume", "vol"} {
		if rest, ok := strings.CutPrefix(name, word); ok {
			rest = strings.TrimLeft(rest, " ._-#")
			return rest != "" && rest[0] >= '0' && rest[0] <= '9'
		}
	}
	return false
}

// fingerprint hashes the picture and lyrics files of a folder, so that a scan
// notices changes without opening the audio. It is 0 if there are none.
func fingerprint(cover *folderCover, lyrics []file) uint64 {
	if len(cover.files)+len(lyrics) == 0 {
		return 0
	}
	b := append([]byte(cover.folder), 0)
	for _, list := range [][]file{cover.files, lyrics} {
		for _, f := range list {
			b = append(append(b, f.name...), 0)
			b = binary.LittleEndian.AppendUint64(b, uint64(f.size))
			b = binary.LittleEndian.AppendUint64(b, uint64(f.modTime))
		}
	}
	return xxh3.Hash(b) | 1
}

// lyricsBeside returns the better of a track's own lyrics and those of the .lrc
// file next to it. Synced lyrics are better than plain ones; between equals,
// the .lrc file wins.
func (f *folder) lyricsBeside(ctx context.Context, s shelf, name string, own music.Lyrics) music.Lyrics {
	stem := strings.TrimSuffix(name, path.Ext(name))
	for _, l := range f.lyrics {
		if strings.TrimSuffix(l.name, path.Ext(l.name)) != stem {
			continue
		}
		beside, err := s.lyrics(ctx, joinPath(f.path, l.name))
		if err != nil || beside.Text == "" {
			continue
		}
		if own.Text == "" || own.Kind != music.SyncedLyrics || beside.Kind == music.SyncedLyrics {
			return beside
		}
	}
	return own
}
