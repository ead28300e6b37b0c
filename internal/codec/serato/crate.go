package serato

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"sonora/internal/codec/collection"
	"sonora/internal/codec/text"
)

const (
	maxField  = 1 << 20 // bytes
	maxTracks = 100_000
	// crateFolders separates the names of crates in a file's name: a crate in
	// another one is called outer%%inner.crate.
	crateFolders = "%%"
	crateSuffix  = ".crate"
)

// ParseCrate reads a crate, whose name is that of its file. It passes on a track
// for every file in it, of which a crate says nothing but the path, and the
// crate as a playlist. Its error wraps collection.ErrFormat if the file is not
// a crate.
func ParseCrate(r io.Reader, fileName string, to collection.Sink) error {
	path := strings.Split(strings.TrimSuffix(base(fileName), crateSuffix), crateFolders)
	list := &collection.Playlist{Name: collection.Text(path[len(path)-1])}
	for _, folder := range path[:len(path)-1] {
		list.Folders = append(list.Folders, collection.Text(folder))
	}
	for isFirst := true; ; isFirst = false {
		kind, content, err := field(r)
		if errors.Is(err, io.EOF) && !isFirst {
			return to.Playlist(list)
		}
		if err != nil {
			return fmt.Errorf("read crate: %w (%w)", err, collection.ErrFormat)
		}
		if isFirst && (kind != "vrsn" || !strings.Contains(text.UTF16(content, binary.BigEndian), "Crate")) {
			return collection.ErrFormat
		}
		location, ok := trackPath(kind, content)
		if !ok {
			continue
		}
		if len(list.Tracks) == maxTracks {
			return fmt.Errorf("%w: too many tracks", collection.ErrFormat)
		}
		if err := to.Track(&collection.Track{Key: location, Location: location}); err != nil {
			return err
		}
		list.Tracks = append(list.Tracks, location)
	}
}

func base(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }

// field reads a field: a name of four letters, a length and the content.
func field(r io.Reader) (kind string, content []byte, err error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return "", nil, err
	}
	size := binary.BigEndian.Uint32(head[4:])
	if size > maxField {
		return "", nil, collection.ErrFormat
	}
	content = make([]byte, size)
	if _, err = io.ReadFull(r, content); err != nil {
		return "", nil, io.ErrUnexpectedEOF
	}
	return string(head[:4]), content, nil
}

// trackPath returns the path in the field of a track, which is relative to the
// root of its volume.
func trackPath(kind string, content []byte) (location string, ok bool) {
	if kind != "otrk" {
		return "", false
	}
	for inside := bytes.NewReader(content); ; {
		kind, content, err := field(inside)
		if err != nil {
			return "", false
		}
		if kind == "ptrk" {
			location = collection.Text(text.UTF16(content, binary.BigEndian))
			return location, location != ""
		}
	}
}
