// Package music is the core of Sonora's domain: tracks, albums, artists, plays,
// playlists, accounts and settings, the rules that apply to them everywhere,
// and the one Error type whose text is shown to people. It imports only the
// standard library, and all other packages may import it.
package music
