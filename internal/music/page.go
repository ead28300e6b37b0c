package music

// Limits of list calls.
const (
	DefaultPageSize = 500
	MaxPageSize     = 1000
)

// Page asks for one page of a list.
type Page struct {
	Limit int    // 1 to MaxPageSize
	After string // opaque cursor of an earlier List.Next; "" for the first page
	At    int    // where the page begins, counted from 0; not together with After
}

// List is one page of a list in its order.
type List[T any] struct {
	Items []T
	Total int    // items the viewer may see, over all pages
	Next  string // cursor of the next page; "" on the last
}
