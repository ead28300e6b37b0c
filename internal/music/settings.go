package music

import (
	"encoding/base64"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// ProductName and ProductSlug are the default names of the product.
const (
	ProductName    = "Sonora"
	ProductSlug    = "sonora"
	productTagline = "Professional Music Platform"
)

// Settings are the operator's settings. Their JSON names are those of the
// settings screen. Each is also a flag, an environment variable and a key of
// the configuration file, which lock it. Those with the tag secret are texts that
// are encrypted in the database and masked where they are shown.
type Settings struct {
	SiteName        string `json:"siteName" doc:"Name of the site."`
	SiteDescription string `json:"siteDescription" doc:"One sentence about the site."`
	AdminEmail      string `json:"adminEmail" doc:"Address of the operator, for mail and for services that this server calls."`
	Timezone        string `json:"timezone" doc:"Time zone of the site, for example Europe/Madrid."`

	// Services that make music, and what they may cost.
	SunoAPIKey       string   `json:"sunoApiKey" secret:"true" doc:"Key of Suno, or of a service with its API."`
	SunoAPIURL       string   `json:"sunoApiUrl" doc:"Address of a service with the API of sunoapi.org; empty for sunoapi.org."`
	MubertAPIKey     string   `json:"mubertApiKey" secret:"true" doc:"Key of Mubert: the customer ID, a colon and the access token."`
	StabilityAPIKey  string   `json:"stabilityApiKey" secret:"true" doc:"Key of Stability AI, for Stable Audio."`
	ElevenLabsAPIKey string   `json:"elevenLabsApiKey" secret:"true" doc:"Key of ElevenLabs."`
	ACEStepURL       string   `json:"aceStepUrl" doc:"Address of a server of ACE-Step 1.5, which may be in a private network."`
	ACEStepAPIKey    string   `json:"aceStepApiKey" secret:"true" doc:"Key of that server; empty if it needs none."`
	AIHTTPProvider   string   `json:"aiHttpProvider" secret:"true" doc:"Template of another service, as JSON: its requests, and where the values are in its answers."`
	AIProvider       string   `json:"aiProvider" doc:"Provider of music for people who choose none: built-in, ace-step, elevenlabs, http, mubert, stability or suno."`
	AIAutoApprove    float64  `json:"aiAutoApprove" doc:"Score from 0 to 10 from which music by the built-in composer needs no review, unless it is like a track of the library; 0 for never."`
	AIMonthlyBudget  float64  `json:"aiMonthlyBudget" doc:"Dollars that services may cost per month; 0 for no limit."`
	AIPersonBudget   float64  `json:"aiPersonBudget" doc:"Dollars that services may cost per person and month; 0 for no limit."`
	AIBlockedWords   []string `json:"aiBlockedWords" doc:"Words that requests for music may not contain."`

	AivaAPIKey   string `json:"aivaApiKey" secret:"true" doc:"Key of AIVA, which has no public API; kept, but not used."`
	OpenAIAPIKey string `json:"openaiApiKey" secret:"true" doc:"Key of OpenAI; kept, but not used."`

	DatabaseHost    string `json:"databaseHost" doc:"Host of the database, which the server's configuration names; empty for SQLite."`
	DatabasePort    int    `json:"databasePort" doc:"Port of the database, which the server's configuration names; 0 for SQLite."`
	DatabaseName    string `json:"databaseName" doc:"Name of the database, which the server's configuration names; of SQLite its file."`
	BackupFrequency string `json:"backupFrequency" doc:"How often the server makes a backup: hourly, daily, weekly or monthly."`

	AllowedOrigins     []string `json:"allowedOrigins" doc:"Origins of other pages that may call the API."`
	MaxRequestSize     int      `json:"maxRequestSize" doc:"Maximum size of a request in MB."`
	RateLimitPerMinute int      `json:"rateLimitPerMinute" doc:"Maximum number of requests per minute and caller."`
	SessionTimeout     int      `json:"sessionTimeout" doc:"Hours after which an unused session ends."`
	EnableTwoFactor    bool     `json:"enableTwoFactor" doc:"Whether everybody needs a second factor."`
	PasswordMinLength  int      `json:"passwordMinLength" doc:"Minimum length of a password in characters."`
	MaxLoginAttempts   int      `json:"maxLoginAttempts" doc:"Failed sign-ins before an account is locked for 15 minutes."`

	// What operators are told, and where it is sent.
	EmailNotifications   bool   `json:"emailNotifications" doc:"Whether alerts are sent to adminEmail."`
	SlackWebhook         string `json:"slackWebhook" secret:"true" doc:"Address of an incoming webhook of Slack, or of a service with its API, to which alerts are sent."`
	DiscordWebhook       string `json:"discordWebhook" secret:"true" doc:"Address of a webhook of Discord to which alerts are sent."`
	GenericWebhook       string `json:"genericWebhook" secret:"true" doc:"Address to which alerts are sent in the form of Standard Webhooks."`
	GenericWebhookSecret string `json:"genericWebhookSecret" secret:"true" doc:"Secret with which these are signed: whsec_ and 24 to 64 bytes in base64."`
	NotifyOnNewRadio     bool   `json:"notifyOnNewRadio" doc:"Whether operators are told of new stations."`
	NotifyOnAIContent    bool   `json:"notifyOnAIContent" doc:"Whether operators are told of AI music that waits for review."`
	NotifyOnUserActions  bool   `json:"notifyOnUserActions" doc:"Whether operators are told of new accounts and of changes of accounts."`

	// Settings that only this product has.
	DeveloperPanels      bool `json:"developerPanels" doc:"Whether the landing page shows diagnostics."`
	ScannedTracksPublic  bool `json:"scannedTracksPublic" doc:"Whether visitors may hear scanned tracks."`
	RequireSignIn        bool `json:"requireSignIn" doc:"Whether visitors have to sign in to browse and listen."`
	NewAccountsMayUpload bool `json:"newAccountsMayUpload" doc:"Whether new accounts get the role creator."`

	Registration        string `json:"registration" doc:"Who may create an account: open, invitation or closed."`
	RequireVerification bool   `json:"requireVerification" doc:"Whether signing in requires a verified email address."`

	MaxUploadSize int `json:"maxUploadSize" doc:"Maximum size of a file uploaded in pieces, in MB."`
	UploadQuota   int `json:"uploadQuota" doc:"MB of uploads and automixes per person; 0 for no limit."`

	// Payments. Without the key of Stripe, nobody can pay here.
	StripeSecretKey      string `json:"stripeSecretKey" secret:"true" doc:"Secret or restricted key of Stripe, through which people pay for plans."`
	StripeWebhookSecret  string `json:"stripeWebhookSecret" secret:"true" doc:"Secret with which Stripe signs what it sends to /api/webhooks/stripe."`
	StripeAPIURL         string `json:"stripeApiUrl" doc:"Address of Stripe's API, or of a service that speaks it; empty for https://api.stripe.com."`
	StripeAutomaticTax   bool   `json:"stripeAutomaticTax" doc:"Whether Stripe computes and collects the tax."`
	KofiToken            string `json:"kofiToken" secret:"true" doc:"Verification token of Ko-fi, which sends to /api/webhooks/kofi."`
	PatreonSecret        string `json:"patreonSecret" secret:"true" doc:"Secret with which Patreon signs what it sends to /api/webhooks/patreon."`
	BTCPaySecret         string `json:"btcpaySecret" secret:"true" doc:"Secret with which BTCPay Server signs what it sends to /api/webhooks/btcpay."`
	OpenCollectiveSecret string `json:"openCollectiveSecret" secret:"true" doc:"Secret in the address to which Open Collective sends: /api/webhooks/opencollective/SECRET."`
	PaymentWebhookSecret string `json:"paymentWebhookSecret" secret:"true" doc:"Secret with which your own service signs what it sends to /api/webhooks/generic, in the form of Standard Webhooks: whsec_ and 24 to 64 bytes in base64."`
	PremiumGraceDays     int    `json:"premiumGraceDays" doc:"Days for which people keep their plan after a payment has failed or is late."`

	AllowSharing bool `json:"allowSharing" doc:"Whether members may create links for people without an account."`
	LandingMusic bool `json:"landingMusic" doc:"Whether the landing page plays public music."`

	AnalyseTracks bool `json:"analyseTracks" doc:"Whether tracks are analysed in the background."`

	// Requests to online services. Each sends names from the library.
	AskMusicBrainz     bool `json:"askMusicBrainz" doc:"Whether people may look up names and IDs at MusicBrainz."`
	AskCoverArtArchive bool `json:"askCoverArtArchive" doc:"Whether people may look up covers in the Cover Art Archive."`
	AskLRCLIB          bool `json:"askLrclib" doc:"Whether people may look up lyrics in LRCLIB."`

	// Scrobbling to Last.fm, which needs a key of the operator's.
	LastFMAPIKey    string `json:"lastfmApiKey" secret:"true" doc:"API key of Last.fm, with which people can have their listens sent there."`
	LastFMAPISecret string `json:"lastfmApiSecret" secret:"true" doc:"Shared secret of that key."`
	LastFMAPIURL    string `json:"lastfmApiUrl" doc:"Address of another service with the API of Last.fm; empty for https://ws.audioscrobbler.com/2.0/."`

	// Maintenance, during which only operators change anything.
	Maintenance        bool   `json:"maintenance" doc:"Whether only operators may change anything, while music and stations go on."`
	MaintenanceMessage string `json:"maintenanceMessage" doc:"What people read about it; may be empty."`
	MaintenanceUntil   string `json:"maintenanceUntil" doc:"When it ends by itself, as in 2026-03-01T12:00:00Z; empty for when maintenance is set to false."`

	RadioDirectory bool `json:"radioDirectory" doc:"Whether people may search an online directory of stations."`
	RelayInside    bool `json:"relayInside" doc:"Whether relays, and listens that people have sent to servers of their own, may go to private networks."`
}

// timezones, registrations and backupFrequencies are the options on the
// settings screen.
var (
	timezones         = []string{"UTC", "America/New_York", "America/Los_Angeles", "Europe/London", "Europe/Madrid"}
	registrations     = []string{registrationOpen, registrationInvitation, RegistrationClosed}
	backupFrequencies = []string{"hourly", "daily", "weekly", "monthly"}
	aiProviders       = []string{"built-in", "ace-step", "elevenlabs", "http", "mubert", "stability", "suno"}
)

// Who may create an account.
const (
	registrationOpen       = "open"       // everyone
	registrationInvitation = "invitation" // people with an invitation link
	RegistrationClosed     = "closed"     // nobody; operators create accounts
)

// RegisterMinPassword is the minimum password length, in characters, until the
// operator saves a different one. The settings screen suggests 8.
const RegisterMinPassword = 6

// DefaultSettings returns the settings of a new database.
func DefaultSettings() Settings {
	return Settings{
		SiteName:             ProductName,
		SiteDescription:      productTagline,
		Timezone:             "UTC",
		BackupFrequency:      "daily",
		AIProvider:           "built-in",
		AIBlockedWords:       []string{},
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
		Registration:         registrationOpen,
		MaxUploadSize:        2048,
		AllowSharing:         true,
		AnalyseTracks:        true,
		PremiumGraceDays:     7,
	}
}

// LetsEveryoneRegister reports whether people need no invitation.
func (s *Settings) LetsEveryoneRegister() bool { return s.Registration == registrationOpen }

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
	if !slices.Contains(timezones, s.Timezone) {
		f.Add("timezone", "Choose one of %s.", strings.Join(timezones, ", "))
	}
	if !slices.Contains(registrations, s.Registration) {
		f.Add("registration", "Choose one of %s.", strings.Join(registrations, ", "))
	}
	if !slices.Contains(backupFrequencies, s.BackupFrequency) {
		f.Add("backupFrequency", "Choose one of %s.", strings.Join(backupFrequencies, ", "))
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
	s.checkMaintenance(f)
	service(f, "lastfmApiUrl", s.LastFMAPIURL)
	webhook(f, "slackWebhook", s.SlackWebhook)
	webhook(f, "discordWebhook", s.DiscordWebhook)
	webhook(f, "genericWebhook", s.GenericWebhook)
	s.checkAI(f)
	s.checkPayments(f)
	return f.Err()
}

// Lengths of the secrets that stand in addresses or are compared as they are: shorter
// ones could be guessed.
const minPaymentSecret, maxPaymentSecret = 16, 200

// checkPayments checks the settings for payments.
func (s *Settings) checkPayments(f FieldErrors) {
	service(f, "stripeApiUrl", s.StripeAPIURL)
	between(f, "premiumGraceDays", s.PremiumGraceDays, 0, 60)
	if s.PaymentWebhookSecret != "" && !isStandardSecret(s.PaymentWebhookSecret) {
		f.Add("paymentWebhookSecret", "Enter whsec_ and 24 to 64 bytes in base64.")
		return
	}
	for field, secret := range map[string]string{
		"kofiToken": s.KofiToken, "patreonSecret": s.PatreonSecret, "btcpaySecret": s.BTCPaySecret, "openCollectiveSecret": s.OpenCollectiveSecret,
		"paymentWebhookSecret": s.PaymentWebhookSecret, "stripeWebhookSecret": s.StripeWebhookSecret, "stripeSecretKey": s.StripeSecretKey,
	} {
		if n := len(secret); n > 0 && (n < minPaymentSecret || n > maxPaymentSecret || strings.ContainsFunc(secret, isOddInSecret)) {
			f.Add(field, "Enter %d to %d letters, digits and signs, without spaces.", minPaymentSecret, maxPaymentSecret)
		}
	}
}

// isStandardSecret reports whether a secret is one of Standard Webhooks.
func isStandardSecret(secret string) bool {
	text, ok := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(text)
	return ok && err == nil && len(key) >= 24 && len(key) <= 64
}

// isOddInSecret reports whether a character belongs to no secret.
func isOddInSecret(r rune) bool { return r <= ' ' || r > '~' }

const maxMaintenanceMessage = 300

func (s *Settings) checkMaintenance(f FieldErrors) {
	if utf8.RuneCountInString(s.MaintenanceMessage) > maxMaintenanceMessage {
		f.Add("maintenanceMessage", "Enter at most %d characters.", maxMaintenanceMessage)
	}
	if strings.ContainsFunc(s.MaintenanceMessage, unicode.IsControl) {
		f.Add("maintenanceMessage", "Control characters are not allowed.")
	}
	if _, err := time.Parse(time.RFC3339, s.MaintenanceUntil); s.MaintenanceUntil != "" && err != nil {
		f.Add("maintenanceUntil", "Enter a time such as 2026-03-01T12:00:00Z, or nothing.")
	}
}

const maxBlockedWords, maxBlockedWord = 1000, 100

// checkAI checks the settings for services that make music.
func (s *Settings) checkAI(f FieldErrors) {
	if !slices.Contains(aiProviders, s.AIProvider) {
		f.Add("aiProvider", "Choose one of %s.", strings.Join(aiProviders, ", "))
	}
	service(f, "sunoApiUrl", s.SunoAPIURL)
	service(f, "aceStepUrl", s.ACEStepURL)
	between(f, "aiAutoApprove", s.AIAutoApprove, 0, 10)
	between(f, "aiMonthlyBudget", s.AIMonthlyBudget, 0, 1_000_000)
	between(f, "aiPersonBudget", s.AIPersonBudget, 0, 1_000_000)
	if len(s.AIBlockedWords) > maxBlockedWords {
		f.Add("aiBlockedWords", "Enter at most %d words.", maxBlockedWords)
	}
	for _, word := range s.AIBlockedWords {
		if n := utf8.RuneCountInString(word); n > maxBlockedWord || strings.TrimSpace(word) == "" || strings.ContainsFunc(word, unicode.IsControl) {
			f.Add("aiBlockedWords", "Enter words of 1 to %d characters.", maxBlockedWord)
			break
		}
	}
}

// service checks the address of a service, which may be in a private network.
func service(f FieldErrors, field, v string) {
	if v == "" {
		return
	}
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		f.Add(field, "Enter an http or https address.")
	}
}

func between[N int | float64](f FieldErrors, field string, v, low, high N) {
	if v < low || v > high {
		f.Add(field, "Enter a number from %v to %v.", low, high)
	}
}

// webhook checks the form of an address. Where it may lead is checked when it is
// saved, and when something is sent.
func webhook(f FieldErrors, field, v string) {
	if v == "" {
		return
	}
	if u, err := url.Parse(v); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || len(v) > maxWebhook {
		f.Add(field, "Enter an https address.")
	}
}

const maxWebhook = 1000
