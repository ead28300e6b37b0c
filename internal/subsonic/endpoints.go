package subsonic

import "sonora/internal/subsonic/answer"

// need is what an endpoint needs of a caller.
type need int

const (
	reads   need = iota // a person
	changes             // a person, who may change something now
	nobody              // nothing: it tells apps how to sign in
)

// endpoint is one endpoint of the API: reply writes a document, send a file.
type endpoint struct {
	needs need
	reply func(*API, *call, *answer.Writer) error
	send  func(*API, *call) error
}

// endpoints are all endpoints by name.
var endpoints = map[string]endpoint{
	// System
	"ping":                      {reply: (*API).ping},
	"getLicense":                {reply: (*API).getLicense},
	"getOpenSubsonicExtensions": {reply: (*API).getExtensions, needs: nobody},
	"tokenInfo":                 {reply: (*API).tokenInfo},

	// Browsing
	"getMusicFolders":   {reply: (*API).getMusicFolders},
	"getIndexes":        {reply: (*API).getIndexes},
	"getMusicDirectory": {reply: (*API).getMusicDirectory},
	"getGenres":         {reply: (*API).getGenres},
	"getArtists":        {reply: (*API).getArtists},
	"getArtist":         {reply: (*API).getArtist},
	"getAlbum":          {reply: (*API).getAlbum},
	"getSong":           {reply: (*API).getSong},
	"getVideos":         {reply: (*API).getVideos},
	"getArtistInfo":     {reply: (*API).getArtistInfo},
	"getArtistInfo2":    {reply: (*API).getArtistInfo2},
	"getAlbumInfo":      {reply: (*API).getAlbumInfo},
	"getAlbumInfo2":     {reply: (*API).getAlbumInfo},
	"getTopSongs":       {reply: (*API).getTopSongs},

	// Lists
	"getAlbumList":    {reply: (*API).getAlbumList},
	"getAlbumList2":   {reply: (*API).getAlbumList2},
	"getRandomSongs":  {reply: (*API).getRandomSongs},
	"getSongsByGenre": {reply: (*API).getSongsByGenre},
	"getStarred":      {reply: (*API).getStarred},
	"getStarred2":     {reply: (*API).getStarred2},

	// Search
	"search":  {reply: (*API).search},
	"search2": {reply: (*API).search2},
	"search3": {reply: (*API).search3},

	// Playlists
	"getPlaylists":   {reply: (*API).getPlaylists},
	"getPlaylist":    {reply: (*API).getPlaylist},
	"createPlaylist": {reply: (*API).createPlaylist, needs: changes},
	"updatePlaylist": {reply: (*API).updatePlaylist, needs: changes},
	"deletePlaylist": {reply: (*API).deletePlaylist, needs: changes},

	// Media
	"stream":               {send: (*API).stream},
	"download":             {send: (*API).download},
	"hls":                  {send: (*API).hls},
	"hls.m3u8":             {send: (*API).hls},
	segmentEndpoint:        {send: (*API).hlsSegment},
	"getTranscodeDecision": {reply: (*API).getTranscodeDecision},
	"getTranscodeStream":   {send: (*API).getTranscodeStream},
	"getCoverArt":          {send: (*API).getCoverArt},
	"getAvatar":            {send: (*API).getAvatar},
	"getLyrics":            {reply: (*API).getLyrics},
	"getLyricsBySongId":    {reply: (*API).getLyricsBySongID},
	"getCaptions":          {reply: (*API).noVideo},
	"getVideoInfo":         {reply: (*API).noVideo},

	// Annotation
	"star":           {reply: (*API).star, needs: changes},
	"unstar":         {reply: (*API).unstar, needs: changes},
	"setRating":      {reply: (*API).setRating, needs: changes},
	"scrobble":       {reply: (*API).scrobble},       // what people hear is counted
	"reportPlayback": {reply: (*API).reportPlayback}, // during maintenance, too
	"getNowPlaying":  {reply: (*API).getNowPlaying},

	// Queue and bookmarks
	"getPlayQueue":         {reply: (*API).getPlayQueue},
	"getPlayQueueByIndex":  {reply: (*API).getPlayQueueByIndex},
	"savePlayQueue":        {reply: (*API).savePlayQueue, needs: changes},
	"savePlayQueueByIndex": {reply: (*API).savePlayQueueByIndex, needs: changes},
	"getBookmarks":         {reply: (*API).getBookmarks},
	"createBookmark":       {reply: (*API).createBookmark, needs: changes},
	"deleteBookmark":       {reply: (*API).deleteBookmark, needs: changes},

	// Similar music
	"getSimilarSongs":       {reply: (*API).getSimilarSongs},
	"getSimilarSongs2":      {reply: (*API).getSimilarSongs2},
	"getSonicSimilarTracks": {reply: (*API).getSonicSimilarTracks},
	"findSonicPath":         {reply: (*API).findSonicPath},

	// Sharing
	"getShares":   {reply: (*API).getShares},
	"createShare": {reply: (*API).createShare, needs: changes},
	"updateShare": {reply: (*API).updateShare, needs: changes},
	"deleteShare": {reply: (*API).deleteShare, needs: changes},

	// Podcasts
	"getPodcasts":            {reply: (*API).getPodcasts},
	"getNewestPodcasts":      {reply: (*API).getNewestPodcasts},
	"getPodcastEpisode":      {reply: (*API).getPodcastEpisode},
	"refreshPodcasts":        {reply: (*API).refreshPodcasts, needs: changes},
	"createPodcastChannel":   {reply: (*API).createPodcastChannel, needs: changes},
	"deletePodcastChannel":   {reply: (*API).deletePodcastChannel, needs: changes},
	"deletePodcastEpisode":   {reply: (*API).deletePodcastEpisode, needs: changes},
	"downloadPodcastEpisode": {reply: (*API).downloadPodcastEpisode, needs: changes},

	// Radio stations
	"getInternetRadioStations":   {reply: (*API).getInternetRadioStations},
	"createInternetRadioStation": {reply: (*API).createInternetRadioStation, needs: changes},
	"updateInternetRadioStation": {reply: (*API).updateInternetRadioStation, needs: changes},
	"deleteInternetRadioStation": {reply: (*API).deleteInternetRadioStation, needs: changes},

	// Users
	"getUser":        {reply: (*API).getUser},
	"getUsers":       {reply: (*API).getUsers},
	"createUser":     {reply: (*API).manageUsers, needs: changes},
	"updateUser":     {reply: (*API).manageUsers, needs: changes},
	"deleteUser":     {reply: (*API).manageUsers, needs: changes},
	"changePassword": {reply: (*API).manageUsers, needs: changes},

	// The server
	"getScanStatus":   {reply: (*API).getScanStatus},
	"startScan":       {reply: (*API).startScan, needs: changes},
	"jukeboxControl":  {reply: (*API).jukeboxControl},
	"getChatMessages": {reply: (*API).getChatMessages},
	"addChatMessage":  {reply: (*API).addChatMessage},
}
