package stream

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/music"
)

// Player is what a player can play, as it says itself.
type Player struct {
	MaxBitrate   int        // kbit/s of files; 0 for any
	MaxConverted int        // kbit/s of conversions; 0 for any
	Plays        []Playable // what it plays as it is
	Wants        []Playable // what it plays converted, the best first
	Limits       []Limit
}

// Playable is what a player plays. Empty lists, and "*", are for anything.
type Playable struct {
	Containers, Codecs, Protocols []string
	MaxChannels                   int // 0 for any
}

// Limit is a limit of a player for a codec.
type Limit struct {
	Codec      string // "*" for all
	Property   string // audioChannels, audioBitrate (in bit/s), audioSamplerate or audioBitdepth
	Comparison string // Equals, NotEquals, LessThanEqual or GreaterThanEqual
	Values     []string
}

// Decision is how a player should play a track.
type Decision struct {
	IsDirect bool     // as it is
	Reasons  []string // why not; none otherwise
	Form     *Form    // how it is converted; nil if no conversion fits
}

// Decide decides how a player of a viewer plays a track: as it is if it can, otherwise as
// the first conversion that it wants, this server makes and the viewer's plan includes.
func (s *Service) Decide(ctx context.Context, v music.Viewer, track *music.Track, p Player) Decision {
	d := Decision{Reasons: p.objections(track)}
	isLossy := slices.Contains(losslessFormats, track.Format) && s.isLossyOnly(ctx, v)
	if isLossy {
		d.Reasons = append(d.Reasons, "lossless audio not in the plan")
	}
	d.IsDirect = len(d.Reasons) == 0
	if !s.Works() {
		return d
	}
	for _, wanted := range p.Wants {
		if form, ok := wanted.form(p, track); ok && (!isLossy || form.Format != music.FLAC) {
			d.Form = &form
			break
		}
	}
	return d
}

// objections returns why a player cannot play a track as it is.
func (p *Player) objections(track *music.Track) []string {
	reasons := []string{}
	if p.MaxBitrate > 0 && track.Bitrate > p.MaxBitrate {
		reasons = append(reasons, "audio bitrate not supported")
	}
	if !slices.ContainsFunc(p.Plays, func(plays Playable) bool { return plays.fits(track) }) {
		reasons = append(reasons, "container or codec not supported")
	}
	for _, l := range p.Limits {
		if (l.Codec == "*" || isNamed(codecNames[track.Format], []string{l.Codec})) && !l.allows(track) {
			reasons = append(reasons, l.Property+" not supported")
		}
	}
	return reasons
}

// codecNames and containerNames are the names of formats in profiles of players.
var (
	codecNames = map[music.AudioFormat][]string{
		music.MP3: {"mp3"}, music.FLAC: {"flac"}, music.Vorbis: {"vorbis"}, music.Opus: {"opus"}, music.AAC: {"aac"}, music.ALAC: {"alac"}, music.WAV: {"pcm", "wav"}, music.AIFF: {"pcm", "aiff"},
	}
	containerNames = map[music.AudioFormat][]string{
		music.MP3: {"mp3"}, music.FLAC: {"flac"}, music.Vorbis: {"ogg", "oga"}, music.Opus: {"ogg", "oga", "opus"}, music.AAC: {"mp4", "m4a", "aac"}, music.ALAC: {"mp4", "m4a"}, music.WAV: {"wav"}, music.AIFF: {"aiff", "aif"},
	}
)

// isNamed reports whether a list of names has one of some names. An empty list has all.
func isNamed(names, list []string) bool {
	return len(list) == 0 || slices.ContainsFunc(list, func(one string) bool {
		return one == "*" || slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(one, name) })
	})
}

func (p *Playable) fits(track *music.Track) bool {
	return isNamed(containerNames[track.Format], p.Containers) && isNamed(codecNames[track.Format], p.Codecs) && isNamed([]string{"http"}, p.Protocols) &&
		(p.MaxChannels == 0 || track.Channels <= p.MaxChannels)
}

// form returns the conversion that a player wants, if this server makes it: it keeps
// up to two channels.
func (p *Playable) form(player Player, track *music.Track) (Form, bool) {
	if !isNamed([]string{"http"}, p.Protocols) || p.MaxChannels == 1 {
		return Form{}, false
	}
	limit := player.MaxConverted
	if limit == 0 {
		limit = player.MaxBitrate
	}
	for _, format := range Formats {
		isFlat := format != music.FLAC || limit == 0 || limit >= track.Bitrate
		if isFlat && len(p.Codecs) > 0 && isNamed(codecNames[format], p.Codecs) {
			form := Form{Format: format, Bitrate: Within(limit)}
			if format == music.FLAC {
				form.Bitrate = 0
			}
			return form, true
		}
	}
	return Form{}, false
}

// allows reports whether a limit allows a track.
func (l *Limit) allows(track *music.Track) bool {
	value, known := map[string]int{
		"audioChannels": track.Channels, "audioBitrate": track.Bitrate * 1000, "audioSamplerate": track.SampleRate, "audioBitdepth": track.BitDepth,
	}[l.Property]
	if !known || value == 0 {
		return true
	}
	matches := func(compare func(value, bound int) bool) bool {
		return slices.ContainsFunc(l.Values, func(text string) bool {
			bound, err := strconv.Atoi(text)
			return err == nil && compare(value, bound)
		})
	}
	switch l.Comparison {
	case "Equals":
		return matches(func(v, bound int) bool { return v == bound })
	case "NotEquals":
		return !matches(func(v, bound int) bool { return v == bound })
	case "LessThanEqual":
		return matches(func(v, bound int) bool { return v <= bound })
	case "GreaterThanEqual":
		return matches(func(v, bound int) bool { return v >= bound })
	}
	return true
}
