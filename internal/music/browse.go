package music

// Letter is where the names that begin with a letter start in a list.
type Letter struct {
	Letter string // one capital, # for digits and signs, … for what is in no alphabet of the list
	At     int    // counted from 0
}

// FolderRef names a folder of the library: the seq of its root, and its path
// below that with slashes, "" for the root itself.
type FolderRef struct {
	Root int64
	Path string
}

// Folder is a folder of the library as far as a viewer may see its music.
type Folder struct {
	FolderRef
	Name   string
	Tracks int // also in the folders below
}

// FolderContent is a folder with the folders in it, by name.
type FolderContent struct {
	Folder
	Folders []Folder
	IsTop   bool // above all roots, where there are several
}

// Year is a year with the music of it.
type Year struct{ Year, Tracks, Albums int }
