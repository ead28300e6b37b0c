package protocol

import "sonora/internal/music"

// MaxAll is how many items an endpoint without pages returns.
const MaxAll = 10_000

// Pages collects items of a list from a position on, in pages of the maximum size.
func Pages[T any](at, count int, read func(p music.Page) (music.List[T], error)) ([]T, error) {
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

// MaxOffset is the last position in a list; there is nothing behind it.
const MaxOffset = 1 << 30

// Window returns how many items a call wants, and from which position on.
func (c *Call) Window(count, offset string, usual, most int) (n, at int, err error) {
	if n, err = c.Number(count, usual, 0, most); err != nil {
		return 0, 0, err
	}
	at, err = c.Number(offset, 0, 0, MaxOffset)
	return n, at, err
}
