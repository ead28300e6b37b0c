package media

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/network"
	"sonora/internal/stream"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// segmentEndpoint sends the segments of hls. It is not part of the protocol.
const segmentEndpoint = "hlsSegment"

// hls sends the HLS playlist of a track. Its segments need the same credentials.
func (a *API) hls(c *protocol.Call) error {
	id, err := c.ID("id", protocol.NoKind)
	if err != nil {
		return err
	}
	rates, err := hlsRates(c)
	if err != nil {
		return err
	}
	if len(rates) > 1 {
		if _, err := a.Store.Track(c, c.Viewer, id); err != nil {
			return err
		}
		c.SendFile("application/vnd.apple.mpegurl", protocol.Revalidated, time.Time{}, strings.NewReader(variants(c, id, rates)))
		return nil
	}
	list, err := a.Streams.TrackPlaylist(c, c.Viewer, id, stream.Options{Bitrate: rates[0]}, func(bitrate, n int) string {
		q := c.Credentials()
		q.Set("id", id)
		q.Set("bitRate", strconv.Itoa(bitrate))
		q.Set("n", strconv.Itoa(n))
		return segmentEndpoint + "?" + q.Encode()
	})
	if err != nil {
		return err
	}
	c.SendFile("application/vnd.apple.mpegurl", protocol.Revalidated, time.Time{}, strings.NewReader(list))
	return nil
}

// maxRates is how many bitrates a call may name.
const maxRates = 20

// hlsRates returns the bitrates that a call names, each once; behind @ is the size of a
// video.
func hlsRates(c *protocol.Call) (rates []int, err error) {
	named := c.Params["bitRate"]
	if len(named) == 0 {
		named = []string{""}
	}
	if len(named) > maxRates {
		return nil, protocol.Wrong("bitRate")
	}
	for _, text := range named {
		limit, _, _ := strings.Cut(text, "@")
		c.Params.Set("bitRate", limit)
		limited, err := c.Number("bitRate", 0, 0, maxBitrate)
		if err != nil {
			return nil, err
		}
		if rate := stream.Within(limited); !slices.Contains(rates, rate) {
			rates = append(rates, rate)
		}
	}
	return rates, nil
}

// variants returns the HLS playlist of a track's playlists, of which a player chooses one
// by the speed of its connection.
func variants(c *protocol.Call, id string, rates []int) string {
	list := &strings.Builder{}
	list.WriteString("#EXTM3U\n")
	for _, rate := range rates {
		q := c.Credentials()
		q.Set("id", id)
		q.Set("bitRate", strconv.Itoa(rate))
		fmt.Fprintf(list, "#EXT-X-STREAM-INF:BANDWIDTH=%d,CODECS=\"mp4a.40.2\"\nhls.m3u8?%s\n", rate*1000, q.Encode())
	}
	return list.String()
}

func (a *API) hlsSegment(c *protocol.Call) error {
	id, err := c.ID("id", protocol.NoKind)
	if err != nil {
		return err
	}
	rate, err := c.Number("bitRate", 0, 0, maxBitrate)
	if err != nil {
		return err
	}
	n, err := c.Number("n", 0, 0, protocol.MaxOffset)
	if err != nil {
		return err
	}
	segment, err := a.Streams.TrackSegment(c, c.Viewer, id, stream.Options{Bitrate: stream.Within(rate), Network: network.Of(c.Client())}, n)
	if err != nil {
		return err
	}
	c.SendFile(stream.SegmentMIME, "private, max-age=3600", time.Time{}, bytes.NewReader(segment))
	return nil
}

// clientInfo is what an app says that it can play.
type clientInfo struct {
	MaxAudioBitrate            int `json:"maxAudioBitrate"`
	MaxTranscodingAudioBitrate int `json:"maxTranscodingAudioBitrate"`
	DirectPlayProfiles         []struct {
		Containers       []string `json:"containers"`
		AudioCodecs      []string `json:"audioCodecs"`
		Protocols        []string `json:"protocols"`
		MaxAudioChannels int      `json:"maxAudioChannels"`
	} `json:"directPlayProfiles"`
	TranscodingProfiles []struct {
		Container        string `json:"container"`
		AudioCodec       string `json:"audioCodec"`
		Protocol         string `json:"protocol"`
		MaxAudioChannels int    `json:"maxAudioChannels"`
	} `json:"transcodingProfiles"`
	CodecProfiles []struct {
		Name        string `json:"name"`
		Limitations []struct {
			Name       string   `json:"name"`
			Comparison string   `json:"comparison"`
			Values     []string `json:"values"`
		} `json:"limitations"`
	} `json:"codecProfiles"`
}

const maxClientInfo = 256 << 10

// playerOf returns what an app can play. The protocol's bitrates are in bit/s.
func playerOf(c *protocol.Call) (stream.Player, error) {
	var info clientInfo
	if c.R.Method != http.MethodPost {
		return stream.Player{}, protocol.Missing("body")
	}
	if err := json.NewDecoder(io.LimitReader(c.R.Body, maxClientInfo)).Decode(&info); err != nil {
		return stream.Player{}, protocol.Malformed(err)
	}
	p := stream.Player{MaxBitrate: info.MaxAudioBitrate / 1000, MaxConverted: info.MaxTranscodingAudioBitrate / 1000}
	for _, d := range info.DirectPlayProfiles {
		p.Plays = append(p.Plays, stream.Playable{Containers: d.Containers, Codecs: d.AudioCodecs, Protocols: d.Protocols, MaxChannels: d.MaxAudioChannels})
	}
	for _, t := range info.TranscodingProfiles {
		p.Wants = append(p.Wants, stream.Playable{Containers: []string{t.Container}, Codecs: []string{t.AudioCodec}, Protocols: []string{t.Protocol}, MaxChannels: t.MaxAudioChannels})
	}
	for _, profile := range info.CodecProfiles {
		for _, l := range profile.Limitations {
			p.Limits = append(p.Limits, stream.Limit{Codec: profile.Name, Property: l.Name, Comparison: l.Comparison, Values: l.Values})
		}
	}
	return p, nil
}

// song returns the song that a call wants to play; apps play episodes as they are.
func (a *API) song(c *protocol.Call) (*music.TrackDetail, error) {
	marked, err := c.Required("mediaId")
	if err != nil {
		return nil, err
	}
	switch kind, err := c.Required("mediaType"); {
	case err != nil:
		return nil, err
	case kind != "song" && kind != "podcast":
		return nil, protocol.Wrong("mediaType")
	case kind == "podcast":
		return nil, music.ErrNotFound
	}
	return a.Store.Track(c, c.Viewer, marked)
}

// getTranscodeDecision says how an app should play a song.
func (a *API) getTranscodeDecision(c *protocol.Call, w *answer.Writer) error {
	track, err := a.song(c)
	if err != nil {
		return err
	}
	p, err := playerOf(c)
	if err != nil {
		return err
	}
	d := a.Streams.Decide(c, c.Viewer, &track.Track, p)
	w.Object("transcodeDecision", func() {
		w.Bool("canDirectPlay", d.IsDirect)
		w.Bool("canTranscode", d.Form != nil)
		if d.Form != nil {
			w.Text("transcodeParams", transcodeParams(*d.Form))
		}
		if !d.IsDirect && d.Form == nil {
			w.Text("errorReason", "No format fits.")
		}
		w.Texts("transcodeReason", d.Reasons)
		w.Object("sourceStream", func() {
			w.Text("protocol", "http")
			w.Text("container", things.Suffix(track.Format))
			w.Text("codec", string(track.Format))
			w.IntIf("audioChannels", int64(track.Channels))
			w.IntIf("audioBitrate", int64(track.Bitrate)*1000)
			w.IntIf("audioSamplerate", int64(track.SampleRate))
			w.IntIf("audioBitdepth", int64(track.BitDepth))
		})
		if d.Form != nil {
			w.Object("transcodeStream", func() {
				w.Text("protocol", "http")
				w.Text("container", d.Form.Container())
				w.Text("codec", string(d.Form.Format))
				w.IntIf("audioBitrate", int64(d.Form.Bitrate)*1000)
			})
		}
	})
	return nil
}

// transcodeParams encodes a form for getTranscodeStream.
func transcodeParams(f stream.Form) string {
	return string(f.Format) + "-" + strconv.Itoa(f.Bitrate)
}

// getTranscodeStream sends a song as getTranscodeDecision said. Its errors are those
// of HTTP.
func (a *API) getTranscodeStream(c *protocol.Call) error {
	if err := a.transcodeStream(c); err != nil {
		return protocol.WithStatus(err)
	}
	return nil
}

func (a *API) transcodeStream(c *protocol.Call) error {
	track, err := a.song(c)
	if err != nil {
		return err
	}
	params, err := c.Required("transcodeParams")
	if err != nil {
		return err
	}
	format, bitrate, _ := strings.Cut(params, "-")
	rate, err := strconv.Atoi(bitrate)
	if err != nil {
		return protocol.Wrong("transcodeParams")
	}
	offset, err := c.Number("offset", 0, 0, protocol.MaxOffset)
	if err != nil {
		return err
	}
	return a.sendTrack(c, track.ID, stream.Options{Convert: true, Format: format, Bitrate: rate, Start: time.Duration(offset) * time.Second})
}
