package blob

import (
	"fmt"
	"path/filepath"
	"slices"

	"sonora/internal/intake"
)

// Places finds the store of a library root by its name in the database: a
// folder's absolute path, a bucket's address without its secrets, or
// intake.Root.
type Places struct {
	names  []string // roots of the operator's music, in order
	stores map[string]Store
}

// OpenPlaces takes the operator's music places (folders and bucket addresses)
// and the place for uploads, which is "" for none. It does not access them yet.
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
		p.stores[intake.Root] = s
	}
	return p, nil
}

// Music returns the names of the operator's roots in the given order, without
// duplicates.
func (p *Places) Music() []string { return p.names }

// Uploads returns the store for uploaded tracks, or nil if there is none.
func (p *Places) Uploads() Store { return p.stores[intake.Root] }

// Of returns the store of a root. It also opens a folder that is no longer a
// music folder, because its files may still exist. For a bucket that was
// removed from the configuration, the credentials are gone too, so Of returns
// ErrUnavailable.
func (p *Places) Of(root string) (Store, error) {
	if s := p.stores[root]; s != nil {
		return s, nil
	}
	if filepath.IsAbs(root) {
		return NewMusicFolder(root), nil
	}
	return nil, fmt.Errorf("%w: %s is no longer configured as a place for music", ErrUnavailable, root)
}

// Close closes the connections to buckets.
func (p *Places) Close() {
	for _, s := range p.stores {
		if bucket, ok := s.(*S3); ok {
			bucket.Close()
		}
	}
}

// Origins returns the origins from which browsers load bytes of buckets, in
// order.
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
