package podcast

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"sonora/internal/codec/id3"
	"sonora/internal/feed"
	"sonora/internal/music"
)

const maxTag = 6 << 20 // bytes of a tag, which may contain a picture for every chapter

var errNoTag = errors.New("no ID3v2 tag with chapters")

// tagChapters reads the CHAP frames of the ID3v2 tag at the beginning of an
// episode's audio. It reads the tag header first, which has the length of the
// tag.
func (s *Service) tagChapters(ctx context.Context, e *feed.Episode) ([]feed.Chapter, error) {
	head, err := s.piece(ctx, e, 0, id3.HeaderSize)
	if err != nil {
		return nil, err
	}
	h, ok := id3.ParseHeader(head)
	if !ok || !h.Readable() {
		return nil, errNoTag
	}
	tag, err := s.piece(ctx, e, 0, min(h.Total(), maxTag))
	if err != nil {
		return nil, err
	}
	return parseCHAP(tag), nil
}

// piece reads n bytes of an episode's audio, or fewer at its end.
func (s *Service) piece(ctx context.Context, e *feed.Episode, from, n int64) ([]byte, error) {
	ctx, stop := context.WithTimeout(ctx, feedTime)
	defer stop()
	sound, err := s.Open(ctx, e, fmt.Sprintf("bytes=%d-%d", from, from+n-1))
	if err != nil {
		return nil, err
	}
	defer sound.Body.Close()
	return io.ReadAll(io.LimitReader(sound.Body, n)) // a server without range requests starts at 0 too
}

// parseCHAP returns the chapters of a tag. b may be truncated.
func parseCHAP(b []byte) []feed.Chapter {
	var list []feed.Chapter
	for _, c := range id3.Chapters(bytes.Clone(b), feed.MaxChapters) {
		chapter := feed.Chapter{Start: float64(c.Start) / 1000, End: float64(c.End) / 1000, Title: title(c.Title)}
		if len(c.Link) < maxAddress && music.IsWebAddress(c.Link) {
			chapter.URL = c.Link
		}
		list = append(list, chapter)
	}
	return inOrder(list)
}
