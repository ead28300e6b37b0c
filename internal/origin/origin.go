// Package origin tells where requests come from: the kind of device, and the country.
package origin

import (
	"context"
	"strings"
)

// Origin is what a request tells about the device that sent it, and where that is.
type Origin struct {
	UserAgent string
	Country   string // ISO 3166-1 alpha-2, "" if unknown
}

type key struct{}

// With adds the origin of a request to its context.
func With(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, key{}, o)
}

// Of returns the origin of the request of a context, or none.
func Of(ctx context.Context) Origin {
	o, _ := ctx.Value(key{}).(Origin)
	return o
}

// devices are the kinds of devices by a mark in the user agent, specific ones first.
var devices = []struct{ mark, kind string }{
	{"iPhone", "iphone"},
	{"iPad", "ipad"},
	{"SmartTV", "tv"},
	{"SMART-TV", "tv"},
	{"Android TV", "tv"},
	{"Sonos", "speaker"},
	{"CrKey", "speaker"},
	{"Android", "android"},
	{"CrOS", "chromeos"},
	{"Windows", "windows"},
	{"Macintosh", "mac"},
	{"Mac OS X", "mac"},
	{"Linux", "linux"},
	{"X11", "linux"},
}

// Device returns a coarse kind of device: iphone, ipad, android, tv, speaker,
// chromeos, windows, mac, linux, player for programs that do not name theirs, or
// unknown.
func (o Origin) Device() string {
	for _, d := range devices {
		if strings.Contains(o.UserAgent, d.mark) {
			return d.kind
		}
	}
	if o.UserAgent == "" {
		return "unknown"
	}
	return "player"
}
