// Package music is Sonora's domain: the things listeners and operators name
// (tracks, albums, artists, plays, accounts, settings), the rules that hold
// for them everywhere, and the one Error type whose text a person may see.
// It imports the standard library only; every other package imports it.
package music
