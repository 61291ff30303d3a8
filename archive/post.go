package archive

import "time"

// PostState is how far a post of a daily is.
type PostState string

// The states of a post.
const (
	PostDue    PostState = "due"    // to be posted, perhaps claimed by an owner
	PostPosted PostState = "posted" // in the channel
	PostFailed PostState = "failed" // given up, Reason says why
)

// Post is a row of the ledger of daily posts: one for each server and nominal date.
type Post struct {
	Server     string
	Date       Date
	Daily      Daily // what is posted, fixed when the row was made
	Channel    string
	State      PostState
	Attempt    int       // claims so far, this one included; from the second on, look for the marker first
	Nonce      string    // the same in all attempts, 24 characters
	Marker     string    // names the row inside of the message, at most 60 characters
	MessageID  string    // of the posted message
	Reason     string    // why it failed
	FirstTried time.Time // when it was first claimed, by the database's clock; zero: never
}
