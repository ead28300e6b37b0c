package stock

import "sonora/internal/music"

// Place is where a file of the library is, or was.
type Place struct {
	Root string // the library folder
	Path string // relative to Root, with slashes
}

// Broken is a file or folder that a scan could not add.
type Broken struct {
	ID string
	music.Problem
}

// BrokenSort is an order of the operator's table of broken files, like Sort.
type BrokenSort string

// Orders of the table; "" is by path. Files with equal values are in the order in which
// they were found.
const (
	BrokenByPath   BrokenSort = "path"
	BrokenByReason BrokenSort = "reason" // by kind
	BrokenBySize   BrokenSort = "size"
	BrokenBySeen   BrokenSort = "seen"
)

// BrokenTable selects and orders what operators see of the broken files. The zero value
// selects all of them, by path.
type BrokenTable struct {
	Text string // words of the path
	Kind music.ProblemKind
	Sort BrokenSort
}
