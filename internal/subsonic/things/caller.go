package things

import (
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/subsonic/protocol"
)

// Username returns the name that the caller signed in with.
func Username(c *protocol.Call, s *store.Store) (string, error) {
	if name := c.Text("u"); name != "" {
		return name, nil
	}
	account, err := s.AccountByID(c, c.Viewer.AccountID)
	if err != nil {
		return "", err
	}
	return account.Email, nil
}

// MusicFolders returns the folders that the operator added.
func MusicFolders(c *protocol.Call, s *store.Store) ([]music.Folder, error) {
	top, err := s.Folder(c, c.Viewer, nil)
	switch {
	case music.CodeOf(err) == music.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	case top.IsTop:
		return top.Folders, nil
	}
	return []music.Folder{top.Folder}, nil
}
