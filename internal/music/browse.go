package music

// Letter is a letter of an alphabetical index, with the position of the first
// name that starts with it.
type Letter struct {
	Letter string // one capital; # for digits and symbols; … for names outside the list's alphabet
	At     int    // position in the list, from 0
}

// FolderRef identifies a library folder by the seq of its root and its path
// below it, with slashes. The path of the root itself is "".
type FolderRef struct {
	Root int64
	Path string
}

// Folder is a library folder with music that the viewer may see.
type Folder struct {
	FolderRef
	Name   string
	Tracks int // including folders below
}

// FolderContent is a folder with its subfolders, sorted by name.
type FolderContent struct {
	Folder
	Folders []Folder
	IsTop   bool // the list of roots, if there are several
}

// Year is a release year and the amount of music from it.
type Year struct{ Year, Tracks, Albums int }
