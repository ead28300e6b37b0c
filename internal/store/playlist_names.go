package store

import (
	"context"

	"sonora/internal/music"
)

// PlaylistNames returns the folded names of a person's own playlists, so that an import
// does not make one twice.
func (s *Store) PlaylistNames(ctx context.Context, accountID string) (map[string]bool, error) {
	names := map[string]bool{}
	for page := (music.Page{Limit: music.MaxPageSize}); ; {
		list, err := s.Playlists(ctx, accountID, page)
		if err != nil {
			return nil, err
		}
		for i := range list.Items {
			if list.Items[i].OwnerID == accountID {
				names[Folded(list.Items[i].Name)] = true
			}
		}
		if page.After = list.Next; page.After == "" {
			return names, nil
		}
	}
}
