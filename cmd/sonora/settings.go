package main

import (
	"encoding/json"
	"fmt"
)

// settingFlags lock operator settings, which the settings screen then shows as
// locked. The JSON names are those of music.Settings.
type settingFlags struct {
	SiteName        *string `json:"siteName,omitempty" group:"settings" help:"Name of this site."`
	SiteDescription *string `json:"siteDescription,omitempty" group:"settings" help:"One-line description of this site."`
	AdminEmail      *string `json:"adminEmail,omitempty" group:"settings" help:"The operator's email address."`
	Timezone        *string `json:"timezone,omitempty" group:"settings" help:"Time zone of the server, such as Europe/Madrid."`

	SunoAPIKey       *string  `json:"sunoApiKey,omitempty" name:"suno-api-key" group:"settings" help:"API key for Suno, or for a service with its API."`
	SunoAPIURL       *string  `json:"sunoApiUrl,omitempty" name:"suno-api-url" group:"settings" help:"URL of a service with the API of sunoapi.org, which is the default."`
	MubertAPIKey     *string  `json:"mubertApiKey,omitempty" name:"mubert-api-key" group:"settings" help:"API key for Mubert, as CUSTOMER-ID:ACCESS-TOKEN."`
	StabilityAPIKey  *string  `json:"stabilityApiKey,omitempty" name:"stability-api-key" group:"settings" help:"API key for Stability AI."`
	ElevenLabsAPIKey *string  `json:"elevenLabsApiKey,omitempty" name:"elevenlabs-api-key" group:"settings" help:"API key for ElevenLabs."`
	ACEStepURL       *string  `json:"aceStepUrl,omitempty" name:"ace-step-url" group:"settings" help:"URL of a server of ACE-Step 1.5."`
	ACEStepAPIKey    *string  `json:"aceStepApiKey,omitempty" name:"ace-step-api-key" group:"settings" help:"API key for that server, if it needs one."`
	AIHTTPProvider   *string  `json:"aiHttpProvider,omitempty" name:"ai-http-provider" group:"settings" help:"JSON template of another service that makes music."`
	AIProvider       *string  `json:"aiProvider,omitempty" name:"ai-provider" group:"settings" help:"Provider of AI music unless a person chooses one: built-in, ace-step, elevenlabs, http, mubert, stability or suno."`
	AIAutoApprove    *float64 `json:"aiAutoApprove,omitempty" name:"ai-auto-approve" group:"settings" help:"Score from 0 to 10 from which music by the built-in composer needs no review; 0 is never."`
	AIMonthlyBudget  *float64 `json:"aiMonthlyBudget,omitempty" name:"ai-monthly-budget" group:"settings" help:"Dollars that AI music may cost per month; 0 is no limit."`
	AIPersonBudget   *float64 `json:"aiPersonBudget,omitempty" name:"ai-person-budget" group:"settings" help:"Dollars that AI music may cost per person and month; 0 is no limit."`
	AIBlockedWords   []string `json:"aiBlockedWords,omitempty" name:"ai-blocked-words" group:"settings" help:"Words that requests for AI music may not contain."`

	AivaAPIKey   *string `json:"aivaApiKey,omitempty" name:"aiva-api-key" group:"settings" help:"API key for AIVA; kept, but not used."`
	OpenAIAPIKey *string `json:"openaiApiKey,omitempty" name:"openai-api-key" group:"settings" help:"API key for OpenAI; kept, but not used."`

	DatabaseHost    *string `json:"databaseHost,omitempty" group:"settings" help:"No effect: --database names the database."`
	DatabasePort    *int    `json:"databasePort,omitempty" group:"settings" help:"No effect: --database names the database."`
	DatabaseName    *string `json:"databaseName,omitempty" group:"settings" help:"No effect: --database names the database."`
	BackupFrequency *string `json:"backupFrequency,omitempty" group:"settings" help:"How often the server makes a backup: hourly, daily, weekly or monthly."`

	AllowedOrigins     []string `json:"allowedOrigins,omitempty" group:"settings" help:"Origins of other sites that may call the API, such as https://app.example."`
	MaxRequestSize     *int     `json:"maxRequestSize,omitempty" group:"settings" help:"Maximum size of a request body, in MB."`
	RateLimitPerMinute *int     `json:"rateLimitPerMinute,omitempty" group:"settings" help:"Rate limit per minute: writes per signed-in person, requests per visitor's IP address."`
	SessionTimeout     *int     `json:"sessionTimeout,omitempty" group:"settings" help:"Hours until an unused session ends."`
	EnableTwoFactor    *bool    `json:"enableTwoFactor,omitempty" group:"settings" help:"Require a second factor for everyone, after one week to set it up."`
	PasswordMinLength  *int     `json:"passwordMinLength,omitempty" group:"settings" help:"Minimum length of new passwords."`
	MaxLoginAttempts   *int     `json:"maxLoginAttempts,omitempty" group:"settings" help:"Failed sign-ins before a lockout."`

	EmailNotifications   *bool   `json:"emailNotifications,omitempty" group:"settings" help:"Send alerts to --admin-email."`
	SlackWebhook         *string `json:"slackWebhook,omitempty" group:"settings" help:"Incoming webhook of Slack, or of a service with its API, for alerts." placeholder:"URL"`
	DiscordWebhook       *string `json:"discordWebhook,omitempty" group:"settings" help:"Webhook of Discord for alerts." placeholder:"URL"`
	GenericWebhook       *string `json:"genericWebhook,omitempty" group:"settings" help:"Address for alerts in the form of Standard Webhooks." placeholder:"URL"`
	GenericWebhookSecret *string `json:"genericWebhookSecret,omitempty" group:"settings" help:"Secret that signs them: whsec_ and 24 to 64 bytes in base64." placeholder:"SECRET"`
	NotifyOnNewRadio     *bool   `json:"notifyOnNewRadio,omitempty" group:"settings" help:"Tell operators of new stations."`
	NotifyOnAIContent    *bool   `json:"notifyOnAIContent,omitempty" name:"notify-on-ai-content" group:"settings" help:"Tell operators of AI music that waits for review."`
	NotifyOnUserActions  *bool   `json:"notifyOnUserActions,omitempty" group:"settings" help:"Tell operators of new accounts and of changes of accounts."`

	StripeSecretKey      *string `json:"stripeSecretKey,omitempty" group:"settings" help:"Secret or restricted key of Stripe, through which people pay for plans." placeholder:"KEY"`
	StripeWebhookSecret  *string `json:"stripeWebhookSecret,omitempty" group:"settings" help:"Secret with which Stripe signs events." placeholder:"SECRET"`
	StripeAPIURL         *string `json:"stripeApiUrl,omitempty" name:"stripe-api-url" group:"settings" help:"Stripe's API, or a service that speaks it." placeholder:"URL"`
	StripeAutomaticTax   *bool   `json:"stripeAutomaticTax,omitempty" group:"settings" help:"Let Stripe compute and collect the tax."`
	KofiToken            *string `json:"kofiToken,omitempty" group:"settings" help:"Verification token of Ko-fi." placeholder:"TOKEN"`
	PatreonSecret        *string `json:"patreonSecret,omitempty" group:"settings" help:"Secret of Patreon's webhook." placeholder:"SECRET"`
	BTCPaySecret         *string `json:"btcpaySecret,omitempty" name:"btcpay-secret" group:"settings" help:"Secret of BTCPay Server's webhook." placeholder:"SECRET"`
	OpenCollectiveSecret *string `json:"openCollectiveSecret,omitempty" group:"settings" help:"Secret in the address of Open Collective's webhook." placeholder:"SECRET"`
	PaymentWebhookSecret *string `json:"paymentWebhookSecret,omitempty" group:"settings" help:"Secret of your own service's payments: whsec_ and 24 to 64 bytes in base64." placeholder:"SECRET"`
	PremiumGraceDays     *int    `json:"premiumGraceDays,omitempty" group:"settings" help:"Days for which people keep their plan after a payment has failed or is late."`

	DeveloperPanels      *bool   `json:"developerPanels,omitempty" group:"settings" help:"Show diagnostics on the landing page."`
	ScannedTracksPublic  *bool   `json:"scannedTracksPublic,omitempty" group:"settings" help:"Let visitors play scanned tracks."`
	RequireSignIn        *bool   `json:"requireSignIn,omitempty" group:"settings" help:"Require an account to browse."`
	NewAccountsMayUpload *bool   `json:"newAccountsMayUpload,omitempty" group:"settings" help:"Make new accounts creators rather than listeners, so that they may upload."`
	Registration         *string `json:"registration,omitempty" group:"settings" help:"Who may create an account: open, invitation or closed."`
	RequireVerification  *bool   `json:"requireVerification,omitempty" group:"settings" help:"Require a verified email address to sign in."`

	MaxUploadSize *int  `json:"maxUploadSize,omitempty" group:"settings" help:"Maximum size of an uploaded file, in MB."`
	UploadQuota   *int  `json:"uploadQuota,omitempty" group:"settings" help:"Upload quota per person, in MB; 0 is no limit."`
	AllowSharing  *bool `json:"allowSharing,omitempty" group:"settings" help:"Let members share links with people who have no account."`
	LandingMusic  *bool `json:"landingMusic,omitempty" group:"settings" help:"Play public music on the landing page."`
	AnalyseTracks *bool `json:"analyseTracks,omitempty" group:"settings" help:"Analyse tempo, key, loudness and more in the background."`

	AskMusicBrainz     *bool `json:"askMusicBrainz,omitempty" name:"ask-musicbrainz" group:"settings" help:"Look up names at MusicBrainz, which receives the current title, artist and album."`
	AskCoverArtArchive *bool `json:"askCoverArtArchive,omitempty" name:"ask-cover-art-archive" group:"settings" help:"Fetch missing covers from the Cover Art Archive."`
	AskLRCLIB          *bool `json:"askLrclib,omitempty" name:"ask-lrclib" group:"settings" help:"Fetch missing lyrics from LRCLIB."`

	LastFMAPIKey    *string `json:"lastfmApiKey,omitempty" name:"lastfm-api-key" group:"settings" help:"API key of Last.fm, for sending listens there." placeholder:"KEY"`
	LastFMAPISecret *string `json:"lastfmApiSecret,omitempty" name:"lastfm-api-secret" group:"settings" help:"Shared secret of that key." placeholder:"SECRET"`
	LastFMAPIURL    *string `json:"lastfmApiUrl,omitempty" name:"lastfm-api-url" group:"settings" help:"Another service with the API of Last.fm." placeholder:"URL"`

	Maintenance        *bool   `json:"maintenance,omitempty" group:"settings" help:"Let only operators change anything, while music and stations go on."`
	MaintenanceMessage *string `json:"maintenanceMessage,omitempty" group:"settings" help:"What people read during maintenance."`
	MaintenanceUntil   *string `json:"maintenanceUntil,omitempty" group:"settings" help:"When maintenance ends by itself, such as 2026-03-01T12:00:00Z." placeholder:"TIME"`

	RadioDirectory *bool `json:"radioDirectory,omitempty" group:"settings" help:"Offer radio stations from the directory radio-browser.info, or from --radio-directory-url."`
	RelayInside    *bool `json:"relayInside,omitempty" group:"settings" help:"Allow relays of stations in private networks."`
}

// locked returns the settings that were given, by their JSON names.
func (f *settingFlags) locked() (map[string]json.RawMessage, error) {
	data, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return given, nil
}
