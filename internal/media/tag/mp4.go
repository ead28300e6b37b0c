package tag

import (
	"errors"

	"sonora/internal/codec/mp4"
	"sonora/internal/codec/text"
	"sonora/internal/music"
)

// mp4 reads an MP4, M4A or QuickTime file.
func (f *file) mp4(s *source) error {
	tags := ilst{file: f, source: s}
	m, err := mp4.Read(windowed{s}, tags.meta)
	if errors.Is(err, mp4.ErrDepth) {
		return corrupt("The MP4 file's boxes are nested too deeply.")
	}
	if err != nil {
		return err
	}
	t := m.Audio
	switch {
	case m.Cut.Kind == "moov":
		return truncated("The file is cut off inside its index: it should reach to byte %d and ends at %d.", m.Cut.End, s.size)
	case m.Index.End == 0 && m.Cut.End > 0:
		return truncated("The file is cut off: it should reach to byte %d and ends at %d, without its index.", m.Cut.End, s.size)
	case m.Index.End == 0:
		return corrupt("The MP4 file has no index: it was never finished.")
	case t == nil:
		return notAudio("The MP4 file holds no audio.")
	}
	if err := f.mp4Codec(t); err != nil {
		return err
	}
	f.audio.Samples, f.audio.EncoderDelay, f.audio.Padding = m.Length(tags.gapless)
	there, err := t.Present(windowed{s})
	switch {
	case err != nil:
		return err
	case m.IsFragmented && m.Cut.End > 0:
		return truncated("The file is cut off in the middle of a fragment.")
	case m.Data.End == 0 && there == 0:
		return truncated("The file is cut off behind its index: there is no audio.")
	case m.Data.End == 0 || f.audio.Samples <= 0:
		return corrupt("The MP4 file holds no audio, only an index.")
	}
	end := min(m.Data.End, s.size)
	if size := m.Data.Size(); end < m.Data.End && size > 0 {
		there = min(there, float64(end-m.Data.Start)/float64(size))
	}
	if there < 1 {
		promised := f.audio.Samples
		f.audio.Samples = int64(float64(promised) * max(there, 0))
		if err := f.checkLength(f.audio.Samples, promised); err != nil {
			return err
		}
	}
	if m.Tracks > 1 && t.Average > 0 { // the other data are pictures or chapters
		f.audio.Bitrate = (t.Average + 500) / 1000
	}
	err = f.finish(s, m.Data.Start, end, false)
	f.payload = m.DataBytes
	return err
}

// mp4Codec sets the codec.
func (f *file) mp4Codec(t *mp4.Track) error {
	a := &f.audio
	a.SampleRate, a.Channels = t.Rate, t.Channels
	switch t.Codec {
	case mp4.AAC:
		a.Format = music.AAC
	case mp4.ALAC:
		a.Format, a.BitDepth = music.ALAC, t.Bits
	case mp4.FLAC:
		a.Format, a.BitDepth = music.FLAC, t.Bits
	case mp4.Opus:
		a.Format = music.Opus
	case mp4.MP3:
		a.Format = music.MP3
	case mp4.Protected, mp4.Encrypted:
		return notAudio("The file is protected against copying (DRM) and cannot be played.")
	case "":
		return corrupt("The MP4 file does not describe its audio.")
	default:
		return notAudio("The MP4 file holds “%s”, a codec that cannot be played.", cleanLine(text.Decode([]byte(t.Codec))))
	}
	if a.SampleRate == 0 || t.Timescale == 0 {
		return corrupt("The MP4 file names no sample rate.")
	}
	return nil
}
