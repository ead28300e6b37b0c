package auth

import "testing"

func TestDeviceName(t *testing.T) {
	const webkit = " AppleWebKit/537.36 (KHTML, like Gecko) "
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                                    "Firefox on Linux",
		"Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0":                                                                      "Firefox on Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15": "Firefox on iPhone",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1":   "Safari on iPhone",
		"Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1":             "Chrome on iPad",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15":                     "Safari on Mac",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64)" + webkit + "Chrome/138.0.0.0 Safari/537.36":                                                     "Chrome on Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64)" + webkit + "Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0":                                       "Edge on Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64)" + webkit + "Chrome/138.0.0.0 Safari/537.36 OPR/120.0.0.0":                                       "Opera on Windows",
		"Mozilla/5.0 (Linux; Android 15; SM-S921B)" + webkit + "SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":                          "Samsung Internet on Android",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)" + webkit + "Chrome/138.0.0.0 Safari/537.36":                                                      "Chrome on ChromeOS",
		"Mozilla/5.0 (X11; Linux x86_64)" + webkit + "HeadlessChrome/138.0.0.0 Safari/537.36":                                                       "Chrome on Linux",
		"curl/8.14.1":                   "curl",
		"Wget/1.25.0":                   "Wget",
		"python-requests/2.32.4":        "Python",
		"Go-http-client/1.1":            "Go program",
		"VLC/3.0.21 LibVLC/3.0.21":      "VLC",
		"Symfonium (Linux; Android 15)": "Android",
		"Firefox/1":                     "Firefox",
		"":                              "Unknown device",
		"<script>alert(1)</script>":     "Unknown device",
	} {
		if got := DeviceName(agent).String(); got != want {
			t.Errorf("%s is %s, want %s", agent, got, want)
		}
	}
}
