package podcast

import (
	"context"
	"net/http"
	"strings"

	"sonora/internal/feed"
	"sonora/internal/music"
)

// OwnSound says where the audio of an episode published here comes from. One of
// TrackID, Path and Remote is set.
type OwnSound struct {
	Publisher music.Viewer  // on whose behalf it is opened
	TrackID   string        // a track
	Path      string        // a file of this server, by its path
	Remote    *feed.Episode // a file elsewhere, for Open
}

// OwnSound returns the audio of an episode published here, if the viewer may see
// its podcast and the publisher may hear the mix. Whether the publisher may hear a
// track is checked when it is opened.
func (s *Service) OwnSound(ctx context.Context, v music.Viewer, e *feed.Episode) (*OwnSound, error) {
	p, err := s.Store.Podcast(ctx, v, e.PodcastID, s.now())
	if err != nil {
		return nil, err
	}
	own := &OwnSound{Publisher: music.Viewer{AccountID: p.OwnerID, Role: music.Listener, ForOthers: true}}
	if e.TrackID != "" {
		own.TrackID = e.TrackID
		return own, nil
	}
	mix, err := s.Store.Mix(ctx, own.Publisher, e.MixID)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(mix.AudioURL, "/") {
		own.Path = mix.AudioURL
		return own, nil
	}
	remote := *e
	remote.AudioURL = mix.AudioURL
	own.Remote = &remote
	return own, nil
}

// Jumps is how players seek in an episode.
type Jumps string

// The ways to seek.
const (
	JumpByParts Jumps = "parts" // with range requests
	JumpByStart Jumps = "start" // with a Cut
	JumpNone    Jumps = "none"
)

// JumpsOf returns how players seek in an episode whose beginning was requested as
// a range. Players estimate positions in an MP3 of variable bitrate wrongly.
func JumpsOf(head *Head) Jumps {
	steady, isMP3 := steadyMP3(head.Bytes)
	hasRanges := head.Status != http.StatusOK
	switch {
	case isMP3 && (!steady || !hasRanges):
		return JumpByStart
	case !hasRanges:
		return JumpNone
	}
	return JumpByParts
}
