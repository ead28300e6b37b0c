package djmix

// Sort is an order of the lists of mixes.
type Sort string

// Orders of mixes; "" is SortNewest. The newest of equal ones comes first.
const (
	SortNewest  Sort = "newest"
	SortLikes   Sort = "likes"
	SortLongest Sort = "duration"
)

// Filter selects and orders the mixes of a viewer's lists. The zero value selects
// all of them, newest first.
type Filter struct {
	Text    string // words of the title or the DJ's name
	Genre   string // case and accents do not matter
	OwnerID string
	Sort    Sort
}

// Genre is a genre and its number of mixes.
type Genre struct {
	Name  string
	Mixes int
}
