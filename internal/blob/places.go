package blob

import (
	"fmt"
	"path/filepath"
	"slices"

	"sonora/internal/music"
)

// Places finds the store of a library root, by the name the database has for
// it: a folder's absolute path, a bucket's address without its secrets, or
// music.UploadsRoot.
type Places struct {
	names  []string // of the operator's music, in order
	stores map[string]Store
}

// OpenPlaces takes the operator's music (folders and buckets' addresses) and
// where uploads are; "" is nowhere. It asks nothing of them yet.
func OpenPlaces(places []string, uploads string) (*Places, error) {
	p := &Places{stores: map[string]Store{}}
	for _, place := range places {
		name, err := Name(place)
		if err != nil {
			return nil, fmt.Errorf("music: %w", err)
		}
		if p.stores[name] != nil {
			continue
		}
		var s Store = NewMusicFolder(name)
		if IsBucket(place) {
			if s, err = Open(place); err != nil {
				return nil, fmt.Errorf("music: %w", err)
			}
		}
		p.names = append(p.names, name)
		p.stores[name] = s
	}
	if uploads != "" {
		s, err := Open(uploads)
		if err != nil {
			return nil, fmt.Errorf("storage: %w", err)
		}
		p.stores[music.UploadsRoot] = s
	}
	return p, nil
}

// Music names the operator's roots, in the order given, each once.
func (p *Places) Music() []string { return p.names }

// Uploads is where uploaded tracks are, nil when nowhere was named.
func (p *Places) Uploads() Store { return p.stores[music.UploadsRoot] }

// Of returns the store of a root. A folder that is no music folder any more is
// looked into all the same: its tracks are missing, but perhaps not its files.
// For a bucket that is none any more the credentials are gone with it:
// ErrUnavailable.
func (p *Places) Of(root string) (Store, error) {
	if s := p.stores[root]; s != nil {
		return s, nil
	}
	if filepath.IsAbs(root) {
		return NewMusicFolder(root), nil
	}
	return nil, fmt.Errorf("%w: %s is no place of this library's music any more", ErrUnavailable, root)
}

// Close lets go of the connections to buckets.
func (p *Places) Close() {
	for _, s := range p.stores {
		if bucket, ok := s.(*S3); ok {
			bucket.Close()
		}
	}
}

// Origins are where browsers get the bytes of buckets from, in order.
func (p *Places) Origins() []string {
	var origins []string
	for _, s := range p.stores {
		if bucket, ok := s.(*S3); ok {
			origins = append(origins, bucket.Origin())
		}
	}
	slices.Sort(origins)
	return slices.Compact(origins)
}
