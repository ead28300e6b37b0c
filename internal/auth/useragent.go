package auth

import "strings"

// browsers by what marks them in a user agent. Each also names those it
// descends from, so that the first match counts.
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

// systems by what marks them, the particular before the general.
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

// programs are not browsers. Their user agent begins with their name.
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

// DeviceName is a user agent in words: Firefox on Linux, Safari on iPhone, curl.
// Versions are left out, so that an update does not make a new device.
func DeviceName(userAgent string) string {
	for _, p := range programs {
		if strings.HasPrefix(userAgent, p.mark) {
			return p.name
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
		return "Unknown device"
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return browser + " on " + system
}
