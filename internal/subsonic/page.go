package subsonic

import "sonora/internal/music"

// maxAll is how many items an endpoint without pages returns.
const maxAll = 10_000

// pages collects items of a list from a position on, in pages of the maximum size.
func pages[T any](at, count int, read func(p music.Page) (music.List[T], error)) ([]T, error) {
	var items []T
	for len(items) < count {
		limit := min(count-len(items), music.MaxPageSize)
		list, err := read(music.Page{Limit: limit, At: at + len(items)})
		if err != nil {
			return nil, err
		}
		if items == nil {
			items = list.Items
		} else {
			items = append(items, list.Items...)
		}
		if len(list.Items) < limit {
			break
		}
	}
	return items, nil
}

// maxOffset is the last position in a list; there is nothing behind it.
const maxOffset = 1 << 30

// window returns how many items a call wants, and from which position on.
func (c *call) window(count, offset string, usual, most int) (n, at int, err error) {
	if n, err = c.number(count, usual, 0, most); err != nil {
		return 0, 0, err
	}
	at, err = c.number(offset, 0, 0, maxOffset)
	return n, at, err
}
