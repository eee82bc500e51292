using UnityEngine;

namespace Voxnav.Unity
{
    /// <summary>Has the world of the scene follow a collider that moves, appears or goes, in the manner of
    /// <c>NavMeshObstacle</c>.</summary>
    [AddComponentMenu("Voxnav/Voxnav Obstacle")]
    [RequireComponent(typeof(Collider))]
    public sealed class VoxnavObstacle : MonoBehaviour
    {
        [SerializeField] [Tooltip("The distance that the object moves before the world takes note.")]
        float m_MoveThreshold = 0.05f;

        Collider moving;
        VoxnavWorld world;
        Vector3 position;
        Quaternion rotation;

        void OnEnable()
        {
            moving = GetComponent<Collider>();
            world = VoxnavWorld.main;
            if (world != null)
            {
                world.AddObstacle(moving);
                position = transform.position;
                rotation = transform.rotation;
            }
        }

        void OnDisable()
        {
            if (world != null && world.crowd != null && !world.crowd.IsClosed)
            {
                world.RemoveObstacle(moving);
            }
        }

        void Update()
        {
            var isFar = (transform.position - position).sqrMagnitude > m_MoveThreshold * m_MoveThreshold;
            if (world != null && (isFar || Quaternion.Angle(rotation, transform.rotation) > 1))
            {
                position = transform.position;
                rotation = transform.rotation;
                world.MoveObstacle(moving);
            }
        }
    }
}
