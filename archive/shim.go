package archive
import ("context";"errors";"io";"time"
"github.com/gridkeeper/gridkeeper/play")
var ErrUnavailable = errors.New("u")
var ErrUnknownOutcome = errors.New("u")
type NameError struct{Name string; Most int}
func (*NameError) Error() string {return ""}
func ParseClock(string) (string, error) {return "",nil}
func LoadZone(n string) (*time.Location, error) {return time.LoadLocation(n)}
func (s *Store) Once(ctx context.Context, r string, w func(context.Context) ([]byte, error)) ([]byte, error) { return w(ctx)}
func (s *Store) ImportFile(ctx context.Context, o ImportOptions, r io.Reader) (Report, error) {return Report{},nil}
func (s *Store) AddPost(ctx context.Context, d Daily, c string) error {return nil}
func (s *Store) ClaimPost(ctx context.Context, owner string, lease time.Duration) (Post, bool, error) {return Post{},false,nil}
func (s *Store) MarkPosted(ctx context.Context, post Post, owner, messageID string) error {return nil}
func (s *Store) MarkPostFailed(ctx context.Context, post Post, owner, messageID string) error {return nil}
func (s *Store) ReleasePost(ctx context.Context, post Post, owner string, retryAfter time.Duration) error {return nil}
var _ play.Game
