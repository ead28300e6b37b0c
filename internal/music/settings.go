package music

import (
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ProductName and ProductSlug are the default names of the product.
const (
	ProductName    = "Sonora"
	ProductSlug    = "sonora"
	ProductTagline = "Professional Music Platform"
)

// Settings are the operator's settings. Their JSON names are those of the
// settings screen. Each is also a flag, an environment variable and a key of
// the configuration file, which lock it.
type Settings struct {
	SiteName        string `json:"siteName"`
	SiteDescription string `json:"siteDescription"`
	AdminEmail      string `json:"adminEmail"`
	Timezone        string `json:"timezone"`

	SunoAPIKey   string `json:"sunoApiKey"`
	MubertAPIKey string `json:"mubertApiKey"`
	AivaAPIKey   string `json:"aivaApiKey"`
	OpenAIAPIKey string `json:"openaiApiKey"`

	DatabaseHost    string `json:"databaseHost"`
	DatabasePort    int    `json:"databasePort"`
	DatabaseName    string `json:"databaseName"`
	BackupFrequency string `json:"backupFrequency"`

	AllowedOrigins     []string `json:"allowedOrigins"`
	MaxRequestSize     int      `json:"maxRequestSize"`     // MB
	RateLimitPerMinute int      `json:"rateLimitPerMinute"` // requests
	SessionTimeout     int      `json:"sessionTimeout"`     // hours
	EnableTwoFactor    bool     `json:"enableTwoFactor"`
	PasswordMinLength  int      `json:"passwordMinLength"`
	MaxLoginAttempts   int      `json:"maxLoginAttempts"`

	EmailNotifications  bool   `json:"emailNotifications"`
	SlackWebhook        string `json:"slackWebhook"`
	DiscordWebhook      string `json:"discordWebhook"`
	NotifyOnNewRadio    bool   `json:"notifyOnNewRadio"`
	NotifyOnAIContent   bool   `json:"notifyOnAIContent"`
	NotifyOnUserActions bool   `json:"notifyOnUserActions"`

	// Settings that only this product has.
	DeveloperPanels      bool `json:"developerPanels"`     // diagnostics on the landing page
	ScannedTracksPublic  bool `json:"scannedTracksPublic"` // visitors may hear scanned tracks
	RequireSignIn        bool `json:"requireSignIn"`       // visitors may not browse
	NewAccountsMayUpload bool `json:"newAccountsMayUpload"`

	Registration        string `json:"registration"`        // one of Registrations
	RequireVerification bool   `json:"requireVerification"` // sign-in requires a verified email address

	MaxUploadSize int `json:"maxUploadSize"` // MB per file, uploaded in pieces
	UploadQuota   int `json:"uploadQuota"`   // MB of uploads per person; 0 for no limit

	AllowSharing bool `json:"allowSharing"` // members may create links for people without an account
	LandingMusic bool `json:"landingMusic"` // the landing page plays public music

	AnalyseTracks bool `json:"analyseTracks"` // analyse tempo, key, loudness and so on in the background

	// Requests to online services. Each sends names from the library.
	AskMusicBrainz     bool `json:"askMusicBrainz"`     // names and IDs
	AskCoverArtArchive bool `json:"askCoverArtArchive"` // covers
	AskLRCLIB          bool `json:"askLrclib"`          // lyrics

	RadioDirectory bool `json:"radioDirectory"` // search for stations in an online directory
	RelayInside    bool `json:"relayInside"`    // relays may connect to private networks
}

// Timezones, Registrations and BackupFrequencies are the options on the
// settings screen.
var (
	Timezones         = []string{"UTC", "America/New_York", "America/Los_Angeles", "Europe/London", "Europe/Madrid"}
	Registrations     = []string{RegistrationOpen, RegistrationInvitation, RegistrationClosed}
	BackupFrequencies = []string{"hourly", "daily", "weekly", "monthly"}
)

// Who may create an account.
const (
	RegistrationOpen       = "open"       // everyone
	RegistrationInvitation = "invitation" // people with an invitation link
	RegistrationClosed     = "closed"     // nobody; operators create accounts
)

// RegisterMinPassword is the minimum password length, in characters, until the
// operator saves a different one. The settings screen suggests 8.
const RegisterMinPassword = 6

// DefaultSettings returns the settings of a new database.
func DefaultSettings() Settings {
	return Settings{
		SiteName:             ProductName,
		SiteDescription:      ProductTagline,
		Timezone:             "UTC",
		BackupFrequency:      "daily",
		AllowedOrigins:       []string{},
		MaxRequestSize:       50,
		RateLimitPerMinute:   100,
		SessionTimeout:       24,
		PasswordMinLength:    8,
		MaxLoginAttempts:     5,
		EmailNotifications:   true,
		NotifyOnNewRadio:     true,
		NotifyOnAIContent:    true,
		NewAccountsMayUpload: true,
		Registration:         RegistrationOpen,
		MaxUploadSize:        2048,
		AllowSharing:         true,
		AnalyseTracks:        true,
	}
}

// Validate returns an Invalid Error with every field that is out of range.
func (s *Settings) Validate() error {
	f := FieldErrors{}
	if n := utf8.RuneCountInString(strings.TrimSpace(s.SiteName)); n < 1 || n > 100 {
		f.Add("siteName", "Enter a name of 1 to 100 characters.")
	}
	if utf8.RuneCountInString(s.SiteDescription) > 500 {
		f.Add("siteDescription", "Enter at most 500 characters.")
	}
	for field, text := range map[string]string{"siteName": s.SiteName, "siteDescription": s.SiteDescription} {
		if strings.ContainsFunc(text, unicode.IsControl) {
			f.Add(field, "Control characters are not allowed.")
		}
	}
	if s.AdminEmail != "" {
		if a, err := mail.ParseAddress(s.AdminEmail); err != nil || a.Address != s.AdminEmail {
			f.Add("adminEmail", "Enter a valid email address.")
		}
	}
	if !slices.Contains(Timezones, s.Timezone) {
		f.Add("timezone", "Choose one of %s.", strings.Join(Timezones, ", "))
	}
	if !slices.Contains(Registrations, s.Registration) {
		f.Add("registration", "Choose one of %s.", strings.Join(Registrations, ", "))
	}
	if !slices.Contains(BackupFrequencies, s.BackupFrequency) {
		f.Add("backupFrequency", "Choose one of %s.", strings.Join(BackupFrequencies, ", "))
	}
	for _, o := range s.AllowedOrigins {
		if u, err := url.Parse(o); err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || o != u.Scheme+"://"+u.Host {
			f.Add("allowedOrigins", "Enter origins such as https://music.example, without a path.")
			break
		}
	}
	between(f, "maxRequestSize", s.MaxRequestSize, 1, 2048)
	between(f, "maxUploadSize", s.MaxUploadSize, 1, 100_000)
	between(f, "uploadQuota", s.UploadQuota, 0, 100_000_000)
	between(f, "rateLimitPerMinute", s.RateLimitPerMinute, 1, 1_000_000)
	between(f, "sessionTimeout", s.SessionTimeout, 1, 24*365)
	between(f, "passwordMinLength", s.PasswordMinLength, RegisterMinPassword, 128)
	between(f, "maxLoginAttempts", s.MaxLoginAttempts, 1, 1000)
	between(f, "databasePort", s.DatabasePort, 0, 65535)
	webhook(f, "slackWebhook", s.SlackWebhook)
	webhook(f, "discordWebhook", s.DiscordWebhook)
	return f.Err()
}

func between(f FieldErrors, field string, v, low, high int) {
	if v < low || v > high {
		f.Add(field, "Enter a number from %v to %v.", low, high)
	}
}

func webhook(f FieldErrors, field, v string) {
	if v == "" {
		return
	}
	if u, err := url.Parse(v); err != nil || u.Scheme != "https" || u.Host == "" {
		f.Add(field, "Enter an https address.")
	}
}
