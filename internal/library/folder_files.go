package library

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"sonora/internal/blob"
	"sonora/internal/music"
)

// Beside completes the data of an audio file from the files next to it, as a
// scan does: it takes better lyrics, and the folder's picture if the file has
// none. It returns nil if there is no picture.
func (l *Library) Beside(ctx context.Context, root, folderPath, name string, audio *music.AudioFile) *music.CoverSource {
	own := (*music.CoverSource)(nil)
	if audio.Picture != nil {
		own = &music.CoverSource{Picture: *audio.Picture, Folder: folderPath, Name: name, Embedded: true}
	}
	shelf, look := l.lookAt(ctx, root)
	if shelf == nil { // uploads have no files next to them
		return own
	}
	f := look(folderPath)
	audio.Lyrics = f.lyricsBeside(ctx, shelf, name, audio.Lyrics)
	if own != nil {
		return own
	}
	t := &tree{folders: map[string]*folder{folderPath: f}}
	if isDiscFolder(folderPath) {
		album, _ := splitPath(folderPath)
		t.folders[album] = look(album)
	}
	return t.coverOf(f).load(ctx, shelf)
}

// lookAt returns a function that lists single folders of a root.
func (l *Library) lookAt(ctx context.Context, root string) (shelf, func(folder string) *folder) {
	switch {
	case filepath.IsAbs(root):
		return &folderShelf{l.disk, root}, func(path string) *folder { return lookInto(root, path) }
	case blob.IsBucket(root):
		bucket, err := l.places.Of(root)
		if err != nil {
			return nil, nil
		}
		return &bucketShelf{bucket}, func(path string) *folder { return lookIntoBucket(ctx, bucket, path) }
	}
	return nil, nil
}

// lookInto lists the files of one folder. It returns an empty folder if the
// folder cannot be read.
func lookInto(root, folderPath string) *folder {
	f := &folder{path: folderPath}
	dir := filepath.Join(root, filepath.FromSlash(folderPath))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return f
	}
	for _, e := range entries {
		if !e.IsDir() {
			f.add(dir, e.Name(), func() (os.FileInfo, error) { return os.Stat(filepath.Join(dir, e.Name())) }, mayRead)
		}
	}
	f.sortCovers()
	return f
}

func lookIntoBucket(ctx context.Context, bucket blob.Store, folderPath string) *folder {
	f := &folder{path: folderPath}
	prefix := joinPath(folderPath, "")
	for info, err := range bucket.List(ctx, prefix) {
		if err != nil {
			return f
		}
		name := strings.TrimPrefix(info.Key, prefix)
		if list := f.listFor(name); list != nil && !strings.Contains(name, "/") {
			*list = append(*list, file{name: name, size: info.Size, modTime: stamp(info)})
		}
	}
	f.sortCovers()
	return f
}

// ModTime returns the modification time of an object of a root, as the database
// stores it.
func (l *Library) ModTime(root string, info blob.Info) int64 {
	if blob.IsBucket(root) {
		return stamp(info)
	}
	return info.ModTime.UnixNano()
}
