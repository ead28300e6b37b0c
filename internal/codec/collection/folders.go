package collection

import "fmt"

// Lists receives the playlists of a document whose playlists lie in folders.
type Lists struct {
	to      Sink
	folders []folder
	current *Playlist
	depth   int // of the element of current
	lists   int
	entries int
}

type folder struct {
	name  string
	depth int
}

// NewLists returns Lists that pass on finished playlists.
func NewLists(to Sink) *Lists { return &Lists{to: to} }

// Folder begins a folder. A folder without a name, such as the root, does not
// count.
func (l *Lists) Folder(name string, depth int) error {
	if len(l.folders) == maxFolders {
		return fmt.Errorf("%w: folders are too deep", ErrFormat)
	}
	l.folders = append(l.folders, folder{Text(name), depth})
	return nil
}

// Begin begins a playlist.
func (l *Lists) Begin(name string, depth int, byLocation bool) error {
	if l.lists++; l.lists > maxPlaylists {
		return fmt.Errorf("%w: too many playlists", ErrFormat)
	}
	l.current, l.depth = &Playlist{Name: Text(name), ByLocation: byLocation}, depth
	for _, f := range l.folders {
		if f.name != "" {
			l.current.Folders = append(l.current.Folders, f.name)
		}
	}
	return nil
}

// Add adds a track to the playlist that has begun, if there is one.
func (l *Lists) Add(key string) error {
	if l.current == nil || key == "" {
		return nil
	}
	if l.entries++; l.entries > maxEntries {
		return fmt.Errorf("%w: too many entries", ErrFormat)
	}
	l.current.Tracks = append(l.current.Tracks, key)
	return nil
}

// End ends the folder or the playlist whose element is at this depth, if there
// is one.
func (l *Lists) End(depth int) error {
	if l.current != nil && depth == l.depth {
		done := l.current
		l.current = nil
		return l.to.Playlist(done)
	}
	if n := len(l.folders); n > 0 && l.folders[n-1].depth == depth {
		l.folders = l.folders[:n-1]
	}
	return nil
}
