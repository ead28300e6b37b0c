package app

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// domains are the packages of types and rules without storage or protocol.
// Packages that may import internal/music may import all of them.
var domains = []string{
	"internal/alert", "internal/discovery", "internal/djmix", "internal/feed", "internal/generation", "internal/history", "internal/ifmatch", "internal/intake", "internal/link", "internal/maintenance", "internal/marks", "internal/music", "internal/notice", "internal/origin",
	"internal/people", "internal/player", "internal/premium", "internal/scrobble", "internal/setlist", "internal/sound", "internal/station", "internal/stock", "internal/webhook",
}

// layers lists which of our packages each package may import, apart from test
// support. Add a dependency here and give the reason in the commit message.
var layers = map[string][]string{
	"internal/music":           {},
	"internal/alert":           {"internal/music"},
	"internal/discovery":       {"internal/music"},
	"internal/djmix":           {"internal/music"},
	"internal/feed":            {"internal/music"},
	"internal/generation":      {"internal/music"},
	"internal/notice":          {"internal/music"},
	"internal/people":          {"internal/music"},
	"internal/premium":         {"internal/music"},
	"internal/origin":          {},
	"internal/history":         {"internal/music"},
	"internal/background":      {"internal/music"},
	"internal/calendar":        {"internal/music"},
	"internal/ifmatch":         {"internal/music"},
	"internal/intake":          {"internal/music"},
	"internal/link":            {"internal/music"},
	"internal/maintenance":     {"internal/music"},
	"internal/marks":           {"internal/music"},
	"internal/player":          {"internal/music"},
	"internal/scrobble":        {"internal/music"},
	"internal/setlist":         {"internal/music"},
	"internal/sound":           {"internal/music"},
	"internal/station":         {"internal/music"},
	"internal/stock":           {"internal/music"},
	"internal/webhook":         {"internal/music"},
	"internal/bus":             {"internal/music"},
	"internal/blob":            {"internal/music"},
	"internal/codec/text":      {},
	"internal/codec/mpeg":      {},
	"internal/codec/adts":      {},
	"internal/codec/flac":      {},
	"internal/codec/ogg":       {},
	"internal/codec/vorbis":    {},
	"internal/codec/opus":      {},
	"internal/codec/ape":       {},
	"internal/codec/lrc":       {},
	"internal/codec/id3":       {"internal/codec/text"},
	"internal/codec/hls":       {"internal/codec/id3"},
	"internal/codec/webm":      {},
	"internal/codec/mpegts":    {},
	"internal/codec/mp4":       {"internal/codec/adts", "internal/codec/flac", "internal/codec/opus"},
	"internal/media/picture":   {"internal/music"},
	"internal/media/tag":       {"internal/codec/adts", "internal/codec/ape", "internal/codec/flac", "internal/codec/id3", "internal/codec/mp4", "internal/codec/mpeg", "internal/codec/ogg", "internal/codec/opus", "internal/codec/text", "internal/codec/vorbis", "internal/media/picture", "internal/music"},
	"internal/media/ffmpeg":    {"internal/media/tag", "internal/music"},
	"internal/spell":           {},
	"internal/library":         {"internal/art", "internal/blob", "internal/media/picture", "internal/media/tag", "internal/music", "internal/store"},
	"internal/seal":            {},
	"internal/words":           {"internal/music"},
	"internal/mail":            {"internal/music", "internal/store/accounts", "internal/words"},
	"internal/oidc":            {"internal/music", "internal/outgoing"},
	"internal/outgoing":        {},
	"internal/outgoing/hook":   {"internal/music", "internal/outgoing"},
	"internal/network":         {},
	"internal/radio":           {"internal/media/ffmpeg", "internal/music", "internal/radio/encode", "internal/radio/frame", "internal/radio/hub", "internal/radio/ingest", "internal/radio/listen", "internal/radio/mix", "internal/radio/playout", "internal/radio/record", "internal/store"},
	"internal/radio/playout":   {"internal/codec/mpeg", "internal/music", "internal/radio/frame", "internal/radio/hub", "internal/radio/mix"},
	"internal/radio/frame":     {"internal/codec/adts", "internal/codec/ape", "internal/codec/flac", "internal/codec/id3", "internal/codec/mpeg", "internal/codec/ogg", "internal/codec/opus", "internal/codec/text", "internal/codec/vorbis", "internal/codec/webm", "internal/music"},
	"internal/radio/hub":       {"internal/music", "internal/radio/frame"},
	"internal/radio/listen":    {"internal/music", "internal/network", "internal/radio/frame", "internal/radio/hub"},
	"internal/radio/ingest":    {"internal/codec/text", "internal/music", "internal/network", "internal/radio/autodj", "internal/radio/frame"},
	"internal/radio/relay":     {"internal/codec/hls", "internal/codec/id3", "internal/codec/mp4", "internal/codec/mpegts", "internal/codec/ogg", "internal/codec/text", "internal/media/ffmpeg", "internal/music", "internal/outgoing", "internal/radio/frame"},
	"internal/radio/mix":       {"internal/dsp", "internal/media/ffmpeg", "internal/music"},
	"internal/radio/body":      {"internal/blob", "internal/media/ffmpeg", "internal/radio/encode", "internal/radio/frame", "internal/radio/mix"},
	"internal/radio/encode":    {"internal/media/ffmpeg", "internal/radio/frame"},
	"internal/radio/hls":       {"internal/codec/hls", "internal/codec/mpeg", "internal/codec/mpegts", "internal/music", "internal/radio/frame", "internal/radio/hub"},
	"internal/radio/record":    {"internal/background", "internal/blob", "internal/dsp", "internal/media/ffmpeg", "internal/music", "internal/radio/frame", "internal/radio/hub", "internal/store"},
	"internal/radio/autodj":    {"internal/music", "internal/store", "internal/store/stations"},
	"internal/radio/studio":    {"internal/codec/ogg", "internal/codec/opus", "internal/codec/vorbis", "internal/music", "internal/radio/frame", "internal/radio/ingest", "internal/words"},
	"internal/radio/cluster":   {"internal/bus", "internal/music", "internal/radio/frame", "internal/radio/hub"},
	"internal/radio/directory": {"internal/music", "internal/outgoing"},
	"internal/online":          {"internal/music", "internal/outgoing"},
	"internal/art":             {},
	"internal/job":             {"internal/background", "internal/music", "internal/store"},
	"internal/auth":            {"internal/mail", "internal/music", "internal/network", "internal/oidc", "internal/seal", "internal/store"},
	"internal/quota":           {"internal/music"},
	"internal/billing":         {"internal/mail", "internal/music", "internal/store"},
	"internal/billing/recipe":  {"internal/premium"},
	"internal/billing/stripe":  {"internal/music", "internal/outgoing"},
	"internal/profile":         {"internal/background", "internal/job", "internal/mail", "internal/media/picture", "internal/music", "internal/store"},
	"internal/playlist":        {"internal/codec/location", "internal/codec/text", "internal/music", "internal/store", "internal/store/playlists"},
	"internal/notify":          {"internal/job", "internal/mail", "internal/music", "internal/outgoing", "internal/seal", "internal/store", "internal/words"},
	"internal/upload":          {"internal/background", "internal/blob", "internal/codec/flac", "internal/codec/ogg", "internal/codec/opus", "internal/codec/vorbis", "internal/media/picture", "internal/media/tag", "internal/music", "internal/outgoing", "internal/store"},
	"internal/tagging":         {"internal/blob", "internal/media/picture", "internal/media/tag", "internal/music", "internal/store"},
	"internal/dsp":             {},
	"internal/dsp/hpss":        {"internal/dsp"},
	"internal/dsp/excerpt":     {"internal/dsp"},
	"internal/dsp/tune":        {"internal/dsp"},
	"internal/analysis":        {"internal/background", "internal/blob", "internal/dsp", "internal/dsp/tune", "internal/media/ffmpeg", "internal/media/tag", "internal/music", "internal/store"},
	"internal/analysis/plot":   {"internal/drawing", "internal/music"},
	"internal/automix":         {"internal/automix/check", "internal/automix/plan", "internal/automix/render", "internal/background", "internal/blob", "internal/dsp", "internal/job", "internal/media/ffmpeg", "internal/music", "internal/store"},
	"internal/automix/plan":    {"internal/music"},
	"internal/automix/kick":    {"internal/automix/plan"},
	"internal/automix/render":  {"internal/automix/kick", "internal/automix/plan", "internal/codec/mpeg", "internal/dsp", "internal/dsp/hpss", "internal/media/ffmpeg"},
	"internal/automix/plot":    {"internal/automix/check", "internal/automix/plan", "internal/drawing", "internal/dsp"},
	"internal/automix/check":   {"internal/automix/kick", "internal/automix/plan", "internal/dsp", "internal/media/ffmpeg", "internal/music"},
	"internal/settings":        {"internal/music", "internal/seal", "internal/store"},
	"internal/backup":          {"internal/background", "internal/backup/archive", "internal/blob", "internal/job", "internal/music", "internal/store", "internal/store/dump", "internal/store/kernel"},
	"internal/backup/archive":  {},
	"internal/curation":        {"internal/blob", "internal/music", "internal/store"},
	"internal/listening":       {"internal/calendar", "internal/music", "internal/store"},
	"internal/scrobbling":      {"internal/background", "internal/music", "internal/notice", "internal/player", "internal/scrobble", "internal/scrobbling/lastfm", "internal/scrobbling/listenbrainz", "internal/seal", "internal/store"},
	"internal/webhooks":        {"internal/background", "internal/music", "internal/outgoing/hook", "internal/seal", "internal/store", "internal/words"},
	"internal/analytics":       {"internal/background", "internal/calendar", "internal/music", "internal/store/analytics"},
	"internal/daily":           {"internal/music", "internal/store/listening"},
	"internal/desk":            {"internal/music"},
	"internal/exchange":        {"internal/codec/takeout", "internal/music", "internal/store", "internal/store/otherserver"},
	"internal/djimport":        {"internal/codec/collection", "internal/codec/location", "internal/codec/mixxx", "internal/codec/rekordbox", "internal/codec/serato", "internal/codec/traktor", "internal/media/tag", "internal/music", "internal/store", "internal/store/mixxx"},
	"sonora":                   {},
	"internal/podcast":         {"internal/background", "internal/blob", "internal/codec/id3", "internal/codec/mpeg", "internal/job", "internal/music", "internal/outgoing", "internal/seal", "internal/store"},
	"internal/similarity":      {"internal/dsp", "internal/music", "internal/store"},
	"internal/web":             {"internal/music", "internal/words"},
	"internal/stems":           {"internal/background", "internal/blob", "internal/codec/mp4", "internal/dsp/hpss", "internal/job", "internal/media/ffmpeg", "internal/media/tag", "internal/music", "internal/store"},
	"internal/stream":          {"internal/blob", "internal/codec/adts", "internal/codec/hls", "internal/media/ffmpeg", "internal/media/tag", "internal/music"},
	"internal/mix":             {"internal/dsp/excerpt", "internal/job", "internal/media/tag", "internal/music", "internal/store"},
	"internal/share":           {"internal/music", "internal/store", "internal/words"},
	"internal/edge/compress":   {},
	"internal/edge/delta":      {"internal/edge", "internal/music"},
	"internal/edge/describe":   {},
	"internal/edge/etag":       {},
	"internal/edge/formhash":   {},
	"internal/edge/limit":      {},
	"internal/edge/proxy":      {},
	"internal/edge/query":      {"internal/music"},
	"internal/edge/scalar":     {},
	"internal/edge/recorder":   {},
	"internal/edge/thin":       {},
	"internal/edge/timing":     {},
	"internal/edge/trace":      {},
	"internal/edge":            {"internal/auth", "internal/edge/compress", "internal/edge/describe", "internal/edge/etag", "internal/edge/formhash", "internal/edge/limit", "internal/edge/proxy", "internal/edge/query", "internal/edge/recorder", "internal/edge/thin", "internal/edge/timing", "internal/edge/trace", "internal/music", "internal/network", "internal/people", "internal/words"},
	"internal/api":             {"internal/ai", "internal/api/ai", "internal/ai/remote", "internal/ai/review", "internal/alerting", "internal/analysis", "internal/api/admin", "internal/api/alert", "internal/api/automix", "internal/api/analytics", "internal/api/backup", "internal/api/catalogue", "internal/api/cover", "internal/api/curation", "internal/api/desk", "internal/api/event", "internal/api/exchange", "internal/api/listening", "internal/api/mix", "internal/api/notice", "internal/api/payment", "internal/api/person", "internal/api/playlist", "internal/api/podcast", "internal/api/premium", "internal/api/radio", "internal/api/review", "internal/api/scrobbling", "internal/api/server", "internal/api/share", "internal/api/signin", "internal/api/station", "internal/api/streams", "internal/api/system", "internal/api/things", "internal/api/upload", "internal/api/webhook", "internal/auth", "internal/automix", "internal/analytics", "internal/backup", "internal/billing", "internal/billing/subscription", "internal/blob", "internal/api/diagnosis", "internal/curation", "internal/daily", "internal/desk", "internal/diagnostics", "internal/djimport", "internal/edge", "internal/edge/compress", "internal/edge/proxy", "internal/edge/trace", "internal/exchange", "internal/library", "internal/listening", "internal/mix", "internal/music", "internal/notify", "internal/online", "internal/operator", "internal/playlist", "internal/podcast", "internal/profile", "internal/quota", "internal/radio", "internal/radio/autodj", "internal/radio/directory", "internal/radio/hls", "internal/radio/ingest", "internal/radio/record", "internal/radio/studio", "internal/scrobbling", "internal/settings", "internal/share", "internal/similarity", "internal/stems", "internal/store", "internal/stream", "internal/subsonic", "internal/tagging", "internal/upload", "internal/webhooks"},
	"internal/vitals":          {"internal/background", "internal/music"},
	"internal/operator":        {"internal/music", "internal/store", "internal/vitals"},
	"internal/diagnostics":     {"internal/music"},
	"internal/api/diagnosis":   {"internal/diagnostics", "internal/edge", "internal/music", "internal/words"},
	"internal/api/system":      {"internal/edge", "internal/edge/scalar", "internal/music", "internal/operator", "internal/vitals", "internal/words"},
	"internal/api/admin":       {"internal/ai/remote", "internal/analysis", "internal/api/things", "internal/auth", "internal/edge", "internal/library", "internal/music", "internal/profile", "internal/settings", "internal/sound", "internal/station", "internal/store", "internal/words"},
	"internal/api/ai":          {"internal/ai", "internal/ai/compose/judge", "internal/ai/compose/plan", "internal/ai/compose/style", "internal/ai/remote", "internal/api/things", "internal/edge", "internal/edge/scalar", "internal/generation", "internal/music", "internal/settings", "internal/stream", "internal/words"},
	"internal/api/automix":     {"internal/ai/compose/style", "internal/api/things", "internal/automix", "internal/automix/check", "internal/automix/plan", "internal/edge", "internal/edge/scalar", "internal/music", "internal/stream", "internal/words"},
	"internal/api/analytics":   {"internal/analytics", "internal/calendar", "internal/edge", "internal/music", "internal/store/analytics"},
	"internal/api/backup":      {"internal/backup", "internal/edge", "internal/music", "internal/store", "internal/words"},
	"internal/api/catalogue":   {"internal/analysis", "internal/api/things", "internal/discovery", "internal/edge", "internal/edge/delta", "internal/edge/scalar", "internal/feed", "internal/music", "internal/online", "internal/similarity", "internal/sound", "internal/station", "internal/store", "internal/tagging", "internal/words"},
	"internal/api/curation":    {"internal/api/things", "internal/curation", "internal/edge", "internal/music", "internal/store"},
	"internal/api/cover":       {"internal/api/things", "internal/edge", "internal/library"},
	"internal/api/desk":        {"internal/api/things", "internal/desk", "internal/djimport", "internal/edge", "internal/music"},
	"internal/api/event":       {"internal/api/things", "internal/edge", "internal/feed", "internal/music", "internal/network"},
	"internal/api/listening":   {"internal/api/things", "internal/calendar", "internal/daily", "internal/discovery", "internal/edge", "internal/edge/delta", "internal/listening", "internal/music", "internal/notify", "internal/people", "internal/station", "internal/store", "internal/words"},
	"internal/api/mix":         {"internal/api/things", "internal/automix", "internal/edge", "internal/edge/scalar", "internal/library", "internal/mix", "internal/music", "internal/radio/record", "internal/station", "internal/store", "internal/stream", "internal/upload", "internal/words"},
	"internal/api/notice":      {"internal/edge", "internal/music", "internal/notice", "internal/notify", "internal/store", "internal/words"},
	"internal/api/person":      {"internal/api/things", "internal/auth", "internal/edge", "internal/edge/scalar", "internal/music", "internal/people", "internal/profile"},
	"internal/api/playlist":    {"internal/api/things", "internal/edge", "internal/edge/delta", "internal/edge/scalar", "internal/library", "internal/music", "internal/playlist", "internal/profile", "internal/store"},
	"internal/api/podcast":     {"internal/api/things", "internal/edge", "internal/edge/scalar", "internal/feed", "internal/library", "internal/music", "internal/podcast", "internal/store", "internal/stream", "internal/words"},
	"internal/api/radio":       {"internal/api/things", "internal/edge", "internal/library", "internal/music", "internal/radio", "internal/radio/autodj", "internal/radio/frame", "internal/radio/hls", "internal/radio/listen", "internal/settings", "internal/station", "internal/store", "internal/words"},
	"internal/api/review":      {"internal/ai/compose/judge", "internal/ai/compose/style", "internal/ai/review", "internal/edge", "internal/generation", "internal/music", "internal/store"},
	"internal/api/server":      {"internal/api/things", "internal/auth", "internal/edge", "internal/music", "internal/settings", "internal/store", "internal/words", "sonora"},
	"internal/api/share":       {"internal/api/things", "internal/auth", "internal/edge", "internal/library", "internal/music", "internal/radio", "internal/settings", "internal/share", "internal/store", "internal/stream"},
	"internal/api/signin":      {"internal/api/things", "internal/auth", "internal/edge", "internal/music", "internal/people", "internal/store", "internal/words"},
	"internal/api/station":     {"internal/api/things", "internal/edge", "internal/edge/scalar", "internal/library", "internal/music", "internal/playlist", "internal/radio", "internal/radio/autodj", "internal/radio/directory", "internal/radio/ingest", "internal/radio/playout", "internal/radio/studio", "internal/station", "internal/store", "internal/words"},
	"internal/api/streams":     {"internal/api/things", "internal/edge", "internal/edge/scalar", "internal/music", "internal/network", "internal/sound", "internal/stems", "internal/store", "internal/stream"},
	"internal/api/things":      {"internal/edge", "internal/edge/scalar", "internal/feed", "internal/library", "internal/media/picture", "internal/music", "internal/podcast", "internal/station", "internal/words"},
	"internal/api/upload":      {"internal/api/things", "internal/edge", "internal/edge/scalar", "internal/library", "internal/music", "internal/settings", "internal/upload", "internal/words"},
	"internal/app":             {"internal/ai", "internal/ai/demo", "internal/ai/likeness", "internal/ai/remote", "internal/ai/review", "internal/alerting", "internal/analysis", "internal/analytics", "internal/api", "internal/auth", "internal/automix", "internal/backup", "internal/backup/archive", "internal/billing", "internal/billing/subscription", "internal/blob", "internal/bus", "internal/curation", "internal/daily", "internal/desk", "internal/diagnostics", "internal/djimport", "internal/edge/proxy", "internal/edge/trace", "internal/exchange", "internal/job", "internal/library", "internal/listening", "internal/mail", "internal/media/ffmpeg", "internal/mix", "internal/music", "internal/network", "internal/notify", "internal/oidc", "internal/online", "internal/operator", "internal/playlist", "internal/podcast", "internal/profile", "internal/quota", "internal/radio", "internal/radio/autodj", "internal/radio/body", "internal/radio/cluster", "internal/radio/directory", "internal/radio/frame", "internal/radio/hls", "internal/radio/hub", "internal/radio/ingest", "internal/radio/mix", "internal/radio/playout", "internal/radio/record", "internal/radio/relay", "internal/radio/studio", "internal/scrobbling", "internal/seal", "internal/settings", "internal/share", "internal/similarity", "internal/stems", "internal/store", "internal/stream", "internal/tagging", "internal/upload", "internal/vitals", "internal/web", "internal/webhooks"},
	"cmd/sonora":               {"internal/ai/chat", "internal/ai/compose", "internal/ai/compose/file", "internal/ai/compose/plan", "internal/ai/compose/plot", "internal/ai/compose/prompt", "internal/ai/compose/soundfont", "internal/ai/demo", "internal/analysis", "internal/analysis/plot", "internal/api", "internal/app", "internal/auth", "internal/automix/check", "internal/automix/plan", "internal/automix/plot", "internal/automix/render", "internal/backup", "internal/blob", "internal/diagnostics", "internal/exchange", "internal/dsp", "internal/library", "internal/mail", "internal/media/ffmpeg", "internal/media/tag", "internal/music", "internal/oidc", "internal/store"},
	"test/bench":               {},

	"internal/api/payment":          {"internal/api/things", "internal/billing/recipe", "internal/billing/stripe", "internal/billing/subscription", "internal/edge", "internal/music"},
	"internal/billing/subscription": {"internal/background", "internal/billing/recipe", "internal/billing/stripe", "internal/job", "internal/mail", "internal/music", "internal/store"},

	"internal/ai/compose":            {"internal/ai/compose/arrange", "internal/ai/compose/mixdown", "internal/ai/compose/plan", "internal/ai/compose/score", "internal/ai/compose/soundfont", "internal/ai/compose/style"},
	"internal/ai/compose/arrange":    {"internal/ai/compose/dice", "internal/ai/compose/embedded", "internal/ai/compose/harmony", "internal/ai/compose/instrument", "internal/ai/compose/perform", "internal/ai/compose/plan", "internal/ai/compose/score", "internal/ai/compose/style"},
	"internal/ai/compose/dice":       {},
	"internal/ai/compose/embedded":   {},
	"internal/ai/compose/file":       {"internal/ai/compose", "internal/ai/compose/mixdown", "internal/art", "internal/codec/flac", "internal/media/tag"},
	"internal/ai/compose/harmony":    {"internal/ai/compose/dice", "internal/ai/compose/plan", "internal/ai/compose/score", "internal/ai/compose/style"},
	"internal/ai/compose/instrument": {},
	"internal/ai/compose/judge":      {"internal/ai/compose/plan", "internal/ai/compose/score", "internal/dsp"},
	"internal/ai/compose/mixdown":    {"internal/ai/compose/dice", "internal/ai/compose/embedded", "internal/ai/compose/instrument", "internal/ai/compose/plan", "internal/ai/compose/score", "internal/ai/compose/soundfont", "internal/ai/compose/style", "internal/ai/compose/synth"},
	"internal/ai/compose/perform":    {"internal/ai/compose/dice", "internal/ai/compose/instrument", "internal/ai/compose/plan", "internal/ai/compose/score", "internal/ai/compose/style"},
	"internal/ai/compose/plan":       {"internal/ai/compose/dice", "internal/ai/compose/embedded", "internal/ai/compose/instrument", "internal/ai/compose/prompt", "internal/ai/compose/score", "internal/ai/compose/style", "internal/music"},
	"internal/ai/compose/plot":       {"internal/ai/compose/score", "internal/drawing", "internal/dsp"},
	"internal/ai/compose/prompt":     {"internal/ai/compose/embedded", "internal/ai/compose/instrument", "internal/ai/compose/score", "internal/ai/compose/style", "internal/music"},
	"internal/ai/compose/score":      {"internal/ai/compose/instrument"},
	"internal/ai/compose/soundfont":  {"internal/ai/compose/synth"},
	"internal/ai/compose/style":      {"internal/ai/compose/embedded", "internal/ai/compose/score"},
	"internal/ai/compose/synth":      {"internal/ai/compose/dice", "internal/ai/compose/embedded", "internal/ai/compose/score"},
	"internal/ai":                    {"internal/words", "internal/ai/chat", "internal/ai/likeness", "internal/ai/compose", "internal/ai/compose/file", "internal/ai/compose/instrument", "internal/ai/compose/judge", "internal/ai/compose/plan", "internal/ai/compose/score", "internal/ai/compose/prompt", "internal/ai/compose/style", "internal/ai/provider", "internal/ai/remote", "internal/art", "internal/background", "internal/blob", "internal/generation", "internal/job", "internal/media/ffmpeg", "internal/media/tag", "internal/music", "internal/store"},
	"internal/ai/chat":               {"internal/ai/compose/plan", "internal/ai/compose/prompt", "internal/music"},
	"internal/ai/demo":               {"internal/ai/compose", "internal/ai/compose/file", "internal/ai/compose/plan", "internal/ai/compose/prompt"},
	"internal/ai/likeness":           {"internal/background", "internal/dsp", "internal/dsp/excerpt", "internal/dsp/tune", "internal/media/ffmpeg", "internal/music", "internal/store"},
	"internal/ai/review":             {"internal/music", "internal/store"},
	"internal/ai/remote":             {"internal/ai/provider", "internal/music", "internal/outgoing"},
	"internal/ai/provider":           {"internal/music", "internal/outgoing"},
	"internal/drawing":               {},
	"test/compose":                   {"internal/ai/compose", "internal/ai/compose/judge", "internal/ai/compose/plan", "internal/ai/compose/plot", "internal/ai/compose/prompt", "internal/ai/compose/score", "internal/ai/compose/style"},

	"internal/alerting":                {"internal/alerting/webhook", "internal/background", "internal/job", "internal/mail", "internal/music", "internal/outgoing/hook", "internal/store", "internal/vitals", "internal/words"},
	"internal/alerting/webhook":        {"internal/outgoing/hook"},
	"internal/scrobbling/remote":       {"internal/music", "internal/outgoing"},
	"internal/scrobbling/lastfm":       {"internal/music", "internal/scrobble", "internal/scrobbling/remote"},
	"internal/scrobbling/listenbrainz": {"internal/music", "internal/scrobble", "internal/scrobbling/remote"},
	"internal/api/exchange":            {"internal/api/things", "internal/edge", "internal/exchange", "internal/music"},
	"internal/api/webhook":             {"internal/edge", "internal/music", "internal/webhooks", "internal/words"},
	"internal/api/scrobbling":          {"internal/api/things", "internal/edge", "internal/music", "internal/scrobble", "internal/scrobbling", "internal/words"},

	"internal/subsonic":           {"internal/library", "internal/listening", "internal/music", "internal/playlist", "internal/podcast", "internal/profile", "internal/radio", "internal/share", "internal/similarity", "internal/store", "internal/stream", "internal/subsonic/browse", "internal/subsonic/listening", "internal/subsonic/media", "internal/subsonic/person", "internal/subsonic/playlist", "internal/subsonic/podcast", "internal/subsonic/protocol", "internal/subsonic/radio", "internal/subsonic/share", "internal/subsonic/system"},
	"internal/subsonic/answer":    {},
	"internal/subsonic/browse":    {"internal/music", "internal/similarity", "internal/store", "internal/subsonic/answer", "internal/subsonic/protocol", "internal/subsonic/things"},
	"internal/subsonic/listening": {"internal/listening", "internal/music", "internal/podcast", "internal/store", "internal/subsonic/answer", "internal/subsonic/protocol", "internal/subsonic/things"},
	"internal/subsonic/media":     {"internal/codec/lrc", "internal/library", "internal/music", "internal/network", "internal/playlist", "internal/store", "internal/stream", "internal/subsonic/answer", "internal/subsonic/protocol", "internal/subsonic/things"},
	"internal/subsonic/person":    {"internal/library", "internal/music", "internal/profile", "internal/store", "internal/subsonic/answer", "internal/subsonic/protocol", "internal/subsonic/things"},
	"internal/subsonic/playlist":  {"internal/music", "internal/playlist", "internal/store", "internal/subsonic/answer", "internal/subsonic/protocol", "internal/subsonic/things"},
	"internal/subsonic/podcast":   {"internal/music", "internal/podcast", "internal/store", "internal/subsonic/answer", "internal/subsonic/protocol", "internal/subsonic/things"},
	"internal/subsonic/protocol":  {"internal/edge", "internal/edge/query", "internal/music", "internal/subsonic/answer", "internal/words"},
	"internal/subsonic/radio":     {"internal/music", "internal/radio", "internal/store", "internal/subsonic/answer", "internal/subsonic/protocol"},
	"internal/subsonic/share":     {"internal/music", "internal/share", "internal/store", "internal/subsonic/answer", "internal/subsonic/protocol", "internal/subsonic/things"},
	"internal/subsonic/system":    {"internal/library", "internal/music", "internal/subsonic/answer", "internal/subsonic/protocol"},
	"internal/subsonic/things":    {"internal/library", "internal/music", "internal/store", "internal/stream", "internal/subsonic/answer", "internal/subsonic/protocol"},

	"internal/api/premium": {"internal/api/things", "internal/billing", "internal/edge", "internal/music"},
	"internal/api/alert":   {"internal/alerting", "internal/edge", "internal/music", "internal/store", "internal/words"},

	"internal/codec/location":   {},
	"internal/codec/collection": {},
	"internal/codec/rekordbox":  {"internal/codec/collection"},
	"internal/codec/traktor":    {"internal/codec/collection"},
	"internal/codec/serato":     {"internal/codec/collection", "internal/codec/text"},
	"internal/codec/mixxx":      {"internal/codec/collection"},
	"internal/codec/takeout":    {"internal/codec/text"},

	"internal/store":               {"internal/music", "internal/store/accounts", "internal/store/alerts", "internal/store/analyses", "internal/store/analytics", "internal/store/automixes", "internal/store/billing", "internal/store/catalogue", "internal/store/curation", "internal/store/desk", "internal/store/dump", "internal/store/generations", "internal/store/kernel", "internal/store/kernel/slow", "internal/store/library", "internal/store/listening", "internal/store/mixes", "internal/store/operations", "internal/store/playlists", "internal/store/podcasts", "internal/store/scrobbles", "internal/store/search", "internal/store/stations", "internal/store/uploads", "internal/store/webhooks"},
	"internal/store/kernel":        {"internal/music", "internal/store/kernel/direct", "internal/store/kernel/slow"},
	"internal/store/kernel/direct": {},
	"internal/store/kernel/slow":   {},
	"internal/store/dump":          {"internal/store/kernel"},
	"internal/store/catalogue":     {"internal/music", "internal/store/kernel"},
	"internal/store/curation":      {"internal/music", "internal/store/catalogue", "internal/store/kernel", "internal/store/library", "internal/store/playlists", "internal/store/search", "internal/store/table", "internal/store/uploads"},
	"internal/store/alerts":        {"internal/music", "internal/store/kernel"},
	"internal/store/billing":       {"internal/music", "internal/store/kernel", "internal/store/table"},
	"internal/store/analytics":     {"internal/music", "internal/store/kernel"},
	"internal/store/analyses":      {"internal/music", "internal/store/catalogue", "internal/store/kernel"},
	"internal/store/automixes":     {"internal/music", "internal/store/kernel"},
	"internal/store/desk":          {"internal/music", "internal/store/kernel"},
	"internal/store/generations":   {"internal/music", "internal/store/kernel", "internal/store/library", "internal/store/table"},
	"internal/store/operations":    {"internal/music", "internal/store/analytics", "internal/store/catalogue", "internal/store/kernel", "internal/store/kernel/slow"},
	"internal/store/playlists":     {"internal/music", "internal/store/catalogue", "internal/store/kernel", "internal/store/table", "internal/store/webhooks"},
	"internal/store/mixxx":         {"internal/codec/collection", "internal/codec/mixxx", "internal/store/foreign"},
	"internal/store/foreign":       {},
	"internal/store/otherserver":   {"internal/music", "internal/store/foreign"},
	"internal/store/podcasts":      {"internal/music", "internal/store/analytics", "internal/store/kernel"},
	"internal/store/webhooks":      {"internal/music", "internal/store/kernel"},
	"internal/store/scrobbles":     {"internal/music", "internal/store/catalogue", "internal/store/kernel"},
	"internal/store/mixes":         {"internal/music", "internal/store/analytics", "internal/store/kernel", "internal/store/table"},
	"internal/store/stations":      {"internal/music", "internal/store/analytics", "internal/store/catalogue", "internal/store/kernel", "internal/store/playlists", "internal/store/table"},
	"internal/store/table":         {"internal/music", "internal/store/kernel"},
	"internal/store/search":        {"internal/music", "internal/spell", "internal/store/catalogue", "internal/store/kernel", "internal/store/mixes", "internal/store/playlists", "internal/store/podcasts", "internal/store/stations"},
	"internal/store/listening":     {"internal/music", "internal/store/analytics", "internal/store/catalogue", "internal/store/kernel", "internal/store/mixes", "internal/store/playlists", "internal/store/scrobbles", "internal/store/search", "internal/store/stations", "internal/store/webhooks"},
	"internal/store/library":       {"internal/music", "internal/store/analyses", "internal/store/catalogue", "internal/store/kernel", "internal/store/playlists"},
	"internal/store/uploads":       {"internal/music", "internal/store/catalogue", "internal/store/kernel", "internal/store/library", "internal/store/playlists"},
	"internal/store/accounts":      {"internal/music", "internal/store/catalogue", "internal/store/generations", "internal/store/kernel", "internal/store/library", "internal/store/listening", "internal/store/table", "internal/store/uploads"},
}

// features are the packages of rules, each with the packages below it. They meet
// through an interface that the consumer declares, or through an event.
var features = []string{
	"internal/ai", "internal/alerting", "internal/analysis", "internal/analytics", "internal/auth", "internal/automix", "internal/backup", "internal/billing", "internal/daily", "internal/desk", "internal/djimport", "internal/exchange", "internal/library", "internal/listening", "internal/mix", "internal/notify", "internal/online", "internal/operator",
	"internal/playlist", "internal/podcast", "internal/profile", "internal/quota", "internal/radio", "internal/scrobbling", "internal/settings", "internal/share", "internal/similarity",
	"internal/stems", "internal/stream", "internal/tagging", "internal/upload", "internal/webhooks",
}

// featureOf returns the feature that a package belongs to; "" for none.
func featureOf(path string) string {
	for _, f := range features {
		if path == f || strings.HasPrefix(path, f+"/") {
			return f
		}
	}
	return ""
}

func TestFeaturesDoNotImportEachOther(t *testing.T) {
	for path, imports := range layers {
		for _, imported := range imports {
			from, to := featureOf(path), featureOf(imported)
			if from != "" && to != "" && from != to {
				t.Errorf("%s may import %s: declare an interface where it is used", path, imported)
			}
		}
	}
}

// TestLayersAreAsDocumented compares the sentence about imports in docs/develop.md
// with the lists above.
func TestLayersAreAsDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "develop.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, sentence, _ := strings.Cut(string(text), "Imports point one way: ")
	sentence, _, _ = strings.Cut(sentence, ". ")
	floors := map[string]int{}
	named := [][]string{}
	for i, floor := range strings.Split(sentence, "←") {
		names := strings.Fields(strings.Trim(strings.TrimSpace(floor), "`"))
		named = append(named, names)
		for _, name := range names {
			floors[name] = i + 1
		}
	}
	// root returns the part of the tree that a package belongs to.
	root := func(path string) string {
		part, _, _ := strings.Cut(strings.TrimPrefix(path, "internal/"), "/")
		return part
	}
	known := map[string]bool{}
	for path, imports := range layers {
		from := root(path)
		if from == "sonora" || from == "test" {
			continue
		}
		known[from] = true
		for _, imported := range imports {
			if to := root(imported); to != "sonora" && from != to && floors[from] < floors[to] {
				t.Errorf("%s may import %s, which is above it in docs/develop.md", path, imported)
			}
		}
	}
	for name := range known {
		if floors[name] == 0 {
			t.Errorf("docs/develop.md does not say where %s is", name)
		}
	}
	for name := range floors {
		if !known[name] {
			t.Errorf("docs/develop.md names %s, which does not exist", name)
		}
	}
	for _, feature := range features {
		if len(named) < 5 || !slices.Contains(named[4], root(feature)) {
			t.Errorf("docs/develop.md does not name %s among the features", feature)
		}
	}
}

func TestImportsPointOneWay(t *testing.T) {
	for path, imports := range packages(t) {
		if strings.Contains(path, "test") && path != "test/bench" { // storetest, pgtest, testkit, stories
			continue
		}
		allowed, known := layers[path]
		if !known {
			t.Errorf("%s is not in the list of layers", path)
		}
		if slices.Contains(allowed, "internal/music") {
			allowed = slices.Concat(allowed, domains)
		}
		for _, imported := range imports {
			if own, ok := strings.CutPrefix(imported, "sonora/"); ok && !slices.Contains(allowed, own) {
				t.Errorf("%s imports %s", path, own)
			}
			if imported == "database/sql" && path != "internal/store" && path != "test/bench" && !strings.HasPrefix(path, "internal/store/") {
				t.Errorf("%s imports database/sql; SQL lives in internal/store", path)
			}
			if first, _, _ := strings.Cut(imported, "/"); path == "internal/music" && strings.Contains(first, ".") {
				t.Errorf("internal/music imports %s; it stands on the standard library alone", imported)
			}
		}
	}
}

// packages returns the imports of every package of the module, without those of
// its tests.
func packages(t *testing.T) map[string][]string {
	list := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "sonora/...")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimPrefix(p.ImportPath, "sonora/")] = p.Imports
	}
}
