package main

import (
	"encoding/json"
	"fmt"
)

// settingFlags fix operator settings from outside; the settings screen then
// shows them locked. The JSON names are those of music.Settings.
type settingFlags struct {
	SiteName        *string `json:"siteName,omitempty" group:"settings" help:"Name of this Sonora."`
	SiteDescription *string `json:"siteDescription,omitempty" group:"settings" help:"What it is, in one line."`
	AdminEmail      *string `json:"adminEmail,omitempty" group:"settings" help:"Address of the operator."`
	Timezone        *string `json:"timezone,omitempty" group:"settings" help:"Time zone of the server, such as Europe/Madrid."`

	SunoAPIKey   *string `json:"sunoApiKey,omitempty" name:"suno-api-key" group:"settings" help:"Key of the music provider Suno."`
	MubertAPIKey *string `json:"mubertApiKey,omitempty" name:"mubert-api-key" group:"settings" help:"Key of the music provider Mubert."`
	AivaAPIKey   *string `json:"aivaApiKey,omitempty" name:"aiva-api-key" group:"settings" help:"Key of the music provider AIVA."`
	OpenAIAPIKey *string `json:"openaiApiKey,omitempty" name:"openai-api-key" group:"settings" help:"Key of OpenAI."`

	DatabaseHost    *string `json:"databaseHost,omitempty" group:"settings" help:"Shown on the settings screen."`
	DatabasePort    *int    `json:"databasePort,omitempty" group:"settings" help:"Shown on the settings screen."`
	DatabaseName    *string `json:"databaseName,omitempty" group:"settings" help:"Shown on the settings screen."`
	BackupFrequency *string `json:"backupFrequency,omitempty" group:"settings" help:"hourly, daily, weekly or monthly."`

	AllowedOrigins     []string `json:"allowedOrigins,omitempty" group:"settings" help:"Other sites that may call the API, such as https://app.example."`
	MaxRequestSize     *int     `json:"maxRequestSize,omitempty" group:"settings" help:"Largest request body in MB."`
	RateLimitPerMinute *int     `json:"rateLimitPerMinute,omitempty" group:"settings" help:"Writes per person, or requests per address of visitors, in a minute."`
	SessionTimeout     *int     `json:"sessionTimeout,omitempty" group:"settings" help:"Hours until an unused session ends."`
	EnableTwoFactor    *bool    `json:"enableTwoFactor,omitempty" group:"settings" help:"Everybody needs a second factor, after a week to set one up."`
	PasswordMinLength  *int     `json:"passwordMinLength,omitempty" group:"settings" help:"Least length of new passwords."`
	MaxLoginAttempts   *int     `json:"maxLoginAttempts,omitempty" group:"settings" help:"Failed sign-ins before a lock-out."`

	EmailNotifications  *bool   `json:"emailNotifications,omitempty" group:"settings" help:"Mail the operator about events."`
	SlackWebhook        *string `json:"slackWebhook,omitempty" group:"settings" help:"Slack address for events."`
	DiscordWebhook      *string `json:"discordWebhook,omitempty" group:"settings" help:"Discord address for events."`
	NotifyOnNewRadio    *bool   `json:"notifyOnNewRadio,omitempty" group:"settings" help:"Tell about new stations."`
	NotifyOnAIContent   *bool   `json:"notifyOnAIContent,omitempty" name:"notify-on-ai-content" group:"settings" help:"Tell about new AI music."`
	NotifyOnUserActions *bool   `json:"notifyOnUserActions,omitempty" group:"settings" help:"Tell about people's actions."`

	DeveloperPanels      *bool   `json:"developerPanels,omitempty" group:"settings" help:"Show diagnostics on the landing page."`
	ScannedTracksPublic  *bool   `json:"scannedTracksPublic,omitempty" group:"settings" help:"Let visitors hear scanned tracks."`
	RequireSignIn        *bool   `json:"requireSignIn,omitempty" group:"settings" help:"Let nobody browse without an account."`
	NewAccountsMayUpload *bool   `json:"newAccountsMayUpload,omitempty" group:"settings" help:"New accounts are creators, not listeners."`
	Registration         *string `json:"registration,omitempty" group:"settings" help:"Who may create an account: open, invitation or closed."`
	RequireVerification  *bool   `json:"requireVerification,omitempty" group:"settings" help:"No sign-in before the e-mail address is proven."`

	MaxUploadSize *int  `json:"maxUploadSize,omitempty" group:"settings" help:"Largest file people may upload, in MB."`
	UploadQuota   *int  `json:"uploadQuota,omitempty" group:"settings" help:"MB of uploads a person may keep; 0 is no limit."`
	AllowSharing  *bool `json:"allowSharing,omitempty" group:"settings" help:"Let members make links for people without an account."`
	LandingMusic  *bool `json:"landingMusic,omitempty" group:"settings" help:"Play public music on the landing page."`
	AnalyseTracks *bool `json:"analyseTracks,omitempty" group:"settings" help:"Find out tempo, key, loudness and more in the background."`

	AskMusicBrainz     *bool `json:"askMusicBrainz,omitempty" name:"ask-musicbrainz" group:"settings" help:"Let MusicBrainz complete names; sends it those that are here."`
	AskCoverArtArchive *bool `json:"askCoverArtArchive,omitempty" name:"ask-cover-art-archive" group:"settings" help:"Fetch missing covers from the Cover Art Archive."`
	AskLRCLIB          *bool `json:"askLrclib,omitempty" name:"ask-lrclib" group:"settings" help:"Fetch missing lyrics from LRCLIB."`

	RadioDirectory *bool `json:"radioDirectory,omitempty" group:"settings" help:"Look for radio stations in a directory of them, radio-browser.info or that of --radio-directory-url."`
	RelayInside    *bool `json:"relayInside,omitempty" group:"settings" help:"Let relays be in private networks."`
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
