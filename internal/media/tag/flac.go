package tag

import (
	"bytes"
	"errors"

	"sonora/internal/codec/flac"
	"sonora/internal/media/picture"
	"sonora/internal/music"
)

const (
	maxBlocks    = 1024
	maxFLACFrame = 2 << 20 // bytes at the end that are searched for a frame
)

// flacStream holds the metadata of a FLAC stream.
type flacStream struct {
	flac.Info
	firstFrameAt int64
}

// flac reads a FLAC file that begins at start.
func (f *file) flac(s *source, start int64) error {
	f.picture = picture.Ref{} // ignore the picture of an ID3 tag, which does not belong in FLAC
	foreign := f.fields
	f.fields = make(fields, 32)
	info, err := f.flacBlocks(s, start+4)
	if err != nil {
		return err
	}
	f.fields.fill(foreign)
	a := &f.audio
	a.Format, a.SampleRate, a.Channels, a.BitDepth = music.FLAC, info.Rate, info.Channels, info.Bits
	end, err := f.trailingTags(s, info.firstFrameAt)
	if err != nil {
		return err
	}
	if a.Samples, err = lastFLACSample(s, info, end); err != nil {
		return err
	}
	if err := f.checkLength(a.Samples, info.Samples); err != nil {
		return err
	}
	return f.finish(s, info.firstFrameAt, end, false)
}

// flacBlocks reads the metadata blocks (RFC 9639).
func (f *file) flacBlocks(s *source, pos int64) (info flacStream, err error) {
	for n, more := 0, true; more; n++ {
		if n == maxBlocks {
			return info, corrupt("The FLAC header does not end.")
		}
		h, err := s.peek(pos, flac.BlockHeaderSize)
		if err != nil {
			return info, flacCut(err)
		}
		block, _ := flac.ParseBlock(h)
		more = !block.Last
		kind, size := block.Type, int64(block.Size)
		pos += flac.BlockHeaderSize
		if size > s.size-pos {
			return info, truncated("The file is cut off inside its header, before any audio.")
		}
		switch {
		case n == 0 && (kind != flac.StreamInfo || size < flac.InfoSize):
			return info, corrupt("The FLAC header does not begin with the stream's description.")
		case n == 0:
			b, err := s.peek(pos, flac.InfoSize)
			if err != nil {
				return info, err
			}
			var ok bool
			if info.Info, ok = flac.ParseInfo(b); !ok {
				return info, corrupt("The FLAC header does not describe its audio.")
			}
		case kind == flac.Comment:
			b, err := s.peek(pos, int(size))
			if err != nil {
				return info, err
			}
			f.vorbisComment(b)
		case kind == flac.Picture:
			b, err := s.peek(pos, int(min(size, 2048)))
			if err != nil {
				return info, err
			}
			if kind, off, n, ok := pictureBlock(b, size); ok {
				f.picture.Offer(picture.Ref{Kind: kind, From: s, Off: pos + off, Size: n})
			}
		}
		pos += size
	}
	info.firstFrameAt = pos
	switch {
	case pos < s.size:
		return info, nil
	case info.Samples == 0:
		return info, corrupt("The FLAC file holds no audio, only a header.")
	}
	return info, truncated("The file is cut off behind its header: there is no audio.")
}

func flacCut(err error) error {
	if errors.Is(err, errBeyond) {
		return truncated("The file is cut off inside its header, before any audio.")
	}
	return err
}

// lastFLACSample returns where the samples of the last complete frame end,
// whatever the file's header claims. Random data may look like a frame header,
// but then with a small sample number.
func lastFLACSample(s *source, info flacStream, end int64) (last int64, err error) {
	audio := end - info.firstFrameAt
	for _, n := range []int64{16 << 10, 64 << 10, int64(max(info.MaxFrame, 64<<10)) + 64<<10} {
		n = min(n, audio, maxFLACFrame)
		b, err := s.peek(end-n, int(n))
		if err != nil {
			return 0, err
		}
		for {
			i := bytes.IndexByte(b, 0xff)
			if i < 0 {
				break
			}
			b = b[i:]
			if sample, ok := flacFrameEnd(b, info.Info); ok {
				last = max(last, sample)
			}
			b = b[1:]
		}
		if last > 0 {
			return last, nil
		}
		if n == audio {
			break
		}
	}
	return 0, truncated("The end of the file holds no FLAC frame: it is cut off or damaged.")
}

// flacFrameEnd parses a frame header and returns the number of the sample after
// its frame.
func flacFrameEnd(b []byte, info flac.Info) (end int64, ok bool) {
	h, ok := flac.Parse(b, info)
	if !ok {
		return 0, false
	}
	first, ok := h.First(info)
	end = first + int64(h.Block)
	return end, ok && end > 0 && (info.Samples == 0 || end <= info.Samples)
}
