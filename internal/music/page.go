package music

// Limits of list calls.
const (
	DefaultPageSize = 500
	MaxPageSize     = 1000
)

// Page is a request for one page of a list.
type Page struct {
	Limit int    // 1 to MaxPageSize
	After string // cursor from List.Next, or "" for the first page
	At    int    // position of the first item, from 0; exclusive with After
}

// Delta is what changed in a list after the viewer last asked. An item is in
// Changed as it is now, and in Removed by its ID if the viewer's list no longer
// has it; never in both.
type Delta[T any] struct {
	Changed []T
	Removed []string
	Next    string // token for the next call
	More    bool   // there are more changes already
}

// List is one page of a list.
type List[T any] struct {
	Items []T
	Total int    // number of items that the viewer may see, over all pages
	Next  string // cursor of the next page; "" on the last page
}
