package relay

import (
	"cmp"
	"net/url"
	"time"

	"sonora/internal/codec/hls"
)

// defaultTarget is the target duration of a playlist that names none.
const defaultTarget = 10 * time.Second

// segment is a segment of an HLS stream.
type segment struct {
	seq     int64
	address *url.URL
}

// mediaList is an HLS media playlist with absolute addresses.
type mediaList struct {
	segments []segment
	target   time.Duration // maximum length of a segment
	first    *url.URL      // the initialization section of fragmented MP4; nil for none
	ended    bool
	locked   bool // encrypted
}

// parseMedia parses the media playlist at base. It leaves out segments whose
// address cannot be fetched.
func parseMedia(base *url.URL, list []byte) *mediaList {
	p := hls.Parse(list)
	m := &mediaList{target: cmp.Or(p.Target, defaultTarget), ended: p.HasEnded, locked: p.IsEncrypted}
	if p.Map != "" {
		m.first = join(base, p.Map)
	}
	for i, s := range p.Segments {
		if address := join(base, s.URI); address != nil {
			m.segments = append(m.segments, segment{p.Sequence + int64(i), address})
		}
	}
	return m
}

// variant is a variant of an HLS stream.
type variant struct {
	hls.Variant
	address *url.URL
}

// variantsOf returns the variants of the master playlist at base; none for a
// media playlist.
func variantsOf(base *url.URL, list []byte) []variant {
	var found []variant
	for _, v := range hls.Variants(list) {
		if address := join(base, v.URI); address != nil {
			found = append(found, variant{v, address})
		}
	}
	return found
}

// bestOf returns the address of the best variant: of those with audio only the
// one with the highest bandwidth, or else the film with the lowest.
func bestOf(variants []variant) *url.URL {
	best := variants[0]
	for _, v := range variants[1:] {
		if best.HasVideo && !v.HasVideo || best.HasVideo == v.HasVideo && (!v.HasVideo && v.Bandwidth > best.Bandwidth || v.HasVideo && v.Bandwidth < best.Bandwidth) {
			best = v
		}
	}
	return best.address
}

// join returns an address relative to base, nil unless it is an HTTP address.
func join(base *url.URL, text string) *url.URL {
	relative, err := url.Parse(text)
	if err != nil {
		return nil
	}
	address := base.ResolveReference(relative)
	if address.Scheme != "http" && address.Scheme != "https" || address.Hostname() == "" {
		return nil
	}
	return address
}
