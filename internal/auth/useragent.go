package auth

import (
	"strings"

	"sonora/internal/music"
)

// browsers lists browsers by a mark in the user agent. User agents also name
// the browsers they descend from, so the first match counts.
var browsers = []struct{ mark, name string }{
	{"Edg/", "Edge"},
	{"EdgA/", "Edge"},
	{"EdgiOS/", "Edge"},
	{"OPR/", "Opera"},
	{"SamsungBrowser/", "Samsung Internet"},
	{"Vivaldi/", "Vivaldi"},
	{"FxiOS/", "Firefox"},
	{"Firefox/", "Firefox"},
	{"CriOS/", "Chrome"},
	{"HeadlessChrome/", "Chrome"},
	{"Chromium/", "Chromium"},
	{"Chrome/", "Chrome"},
	{"Safari/", "Safari"},
}

// systems lists operating systems by a mark in the user agent, specific ones
// first.
var systems = []struct{ mark, name string }{
	{"iPhone", "iPhone"},
	{"iPad", "iPad"},
	{"Android", "Android"},
	{"CrOS", "ChromeOS"},
	{"Windows", "Windows"},
	{"Macintosh", "Mac"},
	{"Mac OS X", "Mac"},
	{"Linux", "Linux"},
	{"X11", "Linux"},
}

// programs lists clients other than browsers. Their user agent begins with the
// mark.
var programs = []struct{ mark, name string }{
	{"curl/", "curl"},
	{"Wget/", "Wget"},
	{"python-", "Python"},
	{"Python-", "Python"},
	{"Go-http-client/", "Go program"},
	{"VLC/", "VLC"},
	{"mpv ", "mpv"},
	{"Lavf/", "FFmpeg"},
}

// DeviceName describes a user agent, such as "Firefox on Linux", "Safari on
// iPhone" or "curl". It omits versions, so that an update does not look like a
// new device.
func DeviceName(userAgent string) music.Message {
	for _, p := range programs {
		if strings.HasPrefix(userAgent, p.mark) {
			return music.Verbatim(p.name)
		}
	}
	browser, system := "", ""
	for _, b := range browsers {
		if strings.Contains(userAgent, b.mark) {
			browser = b.name
			break
		}
	}
	for _, s := range systems {
		if strings.Contains(userAgent, s.mark) {
			system = s.name
			break
		}
	}
	switch {
	case browser == "" && system == "":
		return music.Say("Unknown device")
	case browser == "":
		return music.Verbatim(system)
	case system == "":
		return music.Verbatim(browser)
	}
	return music.Say("%s on %s", browser, system)
}
